// Package control is how the command line speaks to the program that has a workspace
// open: a private socket of that program, whose name follows from the workspace's.
//
// It knows connections, versions and time-outs, and nothing of what is asked: that is
// between whoever asks and the function that [Server.Serve] is given. What holds:
//
//   - only processes of this user are answered ([dormer/session/socket]);
//   - the program speaks first: a program that is stopped, or too busy to listen, is
//     never sent anything that it would do later, when nobody waits for it any more;
//   - each side says its version, and a request that the other does not know is
//     refused in a sentence that names both;
//   - no message is larger than [maxRequest] and [maxAnswer], each has its time, and
//     somebody who sends half of one, or nothing, holds up nobody else;
//   - a program that nobody asks anything is never woken.
//
// A message is a line of JSON. Fields are only ever added; unknown ones are ignored.
package control
