// Package homedir handles directories as people write them: with ~ for the home directory, or
// relative to another directory. It is pure: the caller passes the home directory, and whether a
// directory exists is not checked.
package homedir
