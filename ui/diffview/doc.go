// Package diffview is the full-screen program of dormer worktree diff: the files that a worktree
// changed, the diff of one of them, comments on its lines, and sending these to an agent.
//
// [Parse] reads what git diff prints. [Model] is a bubbletea model: it is given a [Source], which
// reads the diff, keeps comments and sends them, and it does nothing itself. What is long is done
// when it is needed: the lines of a file are read when it is shown, and only lines that are on
// the screen are highlighted, in the background ([dormer/ui/syntax]).
//
// The package knows neither git nor sessions.
//
// Invariants: everything that comes from files is made safe before it is drawn ([safe]). A comment is
// kept from the moment that it is written until it is sent or deleted, also if its line or its file
// is not in the diff any more. Lines of files are counted from 1, rows and columns from 0.
package diffview
