// Package token stores the tokens with which programs and browsers access the relay.
//
// A token is shown once, when it is made. Only its SHA-256 is stored, in a private file of the user
// (mode 0600), so that the file's content cannot be used as a token. A read-only token allows
// looking but no changes.
//
// The package knows nothing of HTTP. Changes are made under a lock, so several processes can make
// and revoke tokens at the same time.
package token
