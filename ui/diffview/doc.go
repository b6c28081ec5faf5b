// Package diffview is the full-screen program of dormer worktree diff. It shows the changed files of
// a worktree and their diffs; the user can comment on lines and send the comments to an agent.
//
// [Parse] parses the output of git diff. [Model] is a bubbletea model. A [Source] reads the diff,
// stores comments and sends them. Long work is done only when needed: the lines of a file are parsed
// when it is shown, and only lines on the screen are highlighted, in the background
// ([dormer/ui/syntax]).
//
// The package knows neither git nor sessions.
//
// Invariants: all text from files is made safe before it is drawn ([safe]). A comment is stored as
// soon as it is entered, until it is sent or deleted, even if its line or file is no longer in the
// diff. Lines of files are counted from 1, rows and columns from 0.
package diffview
