// Package homedir handles directories as people write them: ~ for the home directory, and
// paths relative to another one. It is pure: it is told the home directory, and does not know
// whether a directory exists.
package homedir
