// Package token keeps the tokens by which programs and browsers reach the relay.
//
// A token is shown once, when it is made. What is kept of it is its SHA-256, in a file of
// this user alone (mode 0600), so that who reads the file cannot use what is in it. A
// token may be read-only: it can look and not act.
//
// The package knows nothing of HTTP. Changes are made under a lock, so several processes
// can make and revoke tokens at the same time.
package token
