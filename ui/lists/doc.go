// Package lists makes the items of finders: the tree of the workspace, its sessions, closed panes
// and tabs, the inbox, commands, directories. Its input is the focus of the commands, the texts
// about sessions ([dormer/ui/labels]), and the user's history (recent directories, copied texts,
// messages). Choosing an item gives a [dormer/ui/command.Result].
//
// The package is pure. It does not know how lists are filtered and drawn; see
// [dormer/ui/dialog].
package lists
