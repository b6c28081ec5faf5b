// Package launch gives a program access to sessions, whether they live in hosts of their own or in
// the program itself: it starts them, finds them by their names, queries them, and ends them.
//
// It knows directories and versions, and nothing of workspaces or of how a session is shown. A
// session that has a host never gets a second one.
package launch
