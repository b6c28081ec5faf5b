// Package persist keeps the workspace document: the JSON file from which a
// workspace comes back after the program that showed it has gone.
//
// It knows where files live ([Paths]), who may write ([Open] takes a lock), what
// the document looks like (schema [schema], and how to read every schema ever
// written), how to write it so that a crash at any point leaves the old or the
// new document ([Store.Save]), when to write it ([Saver]), and what to do with a
// document that cannot be read ([Store.Load]).
//
// It refuses to know what the workspace means: what a valid workspace is and how
// to prune one is the workspace package's to say. It never starts, ends or looks
// for a process; whether a session's process still lives is asked through a
// function.
//
// # Invariants
//
//   - A document is replaced only by rename, after its successor is on disk; a
//     reader sees one or the other, whole.
//   - Nothing is written over that this process has not loaded: [Store.Save] before
//     a successful [Store.Load] is an error.
//   - Only regular files are renamed or replaced. Anything else (a device, a FIFO, a
//     directory), also where a link leads to it, is refused and stays.
//   - A document that cannot be read is set aside under a new name beside its old
//     one; one of a newer schema is not touched. Neither is ever deleted.
//   - What is written can be read: what breaks the rules of a workspace is pruned
//     from the written copy, and one too large to be read is not written.
//   - Sessions of temporary lifetime are never written.
//
// # Files
//
// Directories are 0700 and files 0600; both belong to the user or are refused.
// In a workspace's directory are
//
//	workspace.json             the document
//	workspace.json.bak1 .. 5        earlier documents; see [Store.Save]
//	workspace.json.replaced1 .. 5   what going back to an earlier one replaced; see [Store.RestoreEarlier]
//	workspace.json.corrupt-T        set aside at time T, UTC
//	workspace.json.tmpN             a write that was interrupted; of no value
//	lock                            held, and naming its holder, while a program runs
//
// A workspace.json that is a symbolic link is taken as the user's wish to keep
// the document elsewhere: it is read and written through, the temporary file
// being made beside the target so that the rename stays atomic; the link itself
// stays.
//
// # Units
//
// Times are written in RFC 3339 with nanoseconds, UTC. Text that is no valid
// UTF-8 (a directory's name may be any bytes) is written as {"base64": "..."}.
package persist
