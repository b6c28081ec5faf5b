// Package homedir has directories as people write them: ~ for the home directory, and
// relative ones counted from somewhere. It is pure: where the home directory is, it is
// told, and whether a directory exists it does not know.
package homedir
