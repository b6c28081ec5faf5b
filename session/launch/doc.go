// Package launch is how a program gets at sessions, whether they live in hosts of
// their own or within it: it starts them, finds them again by their names, asks
// what is known of them, and ends them.
//
// It knows directories and versions, and nothing of workspaces or of how a session
// is shown. A session that has a host never gets a second one.
package launch
