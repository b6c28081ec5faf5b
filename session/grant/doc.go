// Package grant keeps who may act on which sessions: type into them, run commands in them, and
// bring them back when they are closed. Everybody may look.
//
// A caller is a coding agent or another program that uses dormer for itself. It is named by the
// id of the session that it runs in, so that it is known again when the program that it speaks to
// has been started anew; one outside of dormer has another name. A caller may act on what it
// has opened, and on what the user has granted it, for as long as the user said.
//
// All grants are in one file of the user's alone. One that cannot be read grants nothing, and is
// never overwritten. What has expired, and what is about sessions that are gone, is left out, and
// goes with the next change.
//
// A grant is no wall: callers are processes of the same user, and could do what they want
// without asking. It keeps them from doing it by mistake.
package grant
