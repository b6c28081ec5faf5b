// Package control connects the command line to the program that has a workspace open,
// through a private socket of that program whose name is derived from the workspace's.
//
// It knows connections, versions and time-outs, but not what requests mean: that is up to
// the client and the function that [Server.Serve] is given. Invariants:
//
//   - only processes of this user are answered ([dormer/session/socket]);
//   - the program speaks first, so that a program that is stopped or too busy to listen
//     never gets a request that it would carry out later, when nobody waits for it;
//   - each side sends its version, and an unknown request is refused in a sentence that
//     names both;
//   - messages are at most [maxRequest] and [maxAnswer] long and have time limits, so that
//     a slow client delays no other;
//   - a program without requests is never woken.
//
// A message is a line of JSON. Fields are only ever added; unknown ones are ignored.
package control
