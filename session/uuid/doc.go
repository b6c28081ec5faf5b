// Package uuid mints, writes and reads UUIDs of version 4 (RFC 9562).
//
// It knows nothing of what bears them, nor of the other versions: those are made of a
// clock and of a network's hardware, and whoever can make them links package net, which
// every process would pay for when it starts. What holds:
//
//   - 122 bits of each are from the system's source of randomness;
//   - the text of one is always the canonical one, 36 bytes in lower case; upper case is
//     read too, and nothing else is.
package uuid
