// Package lists makes what finders list: the tree of the workspace, its sessions, what is
// closed, what happened, commands, directories. It is given the focus of the commands, what
// is written about sessions ([dormer/ui/labels]), and what is remembered of the user; what
// choosing an item does is a [dormer/ui/command.Result].
//
// The package is pure. It does not know how lists are filtered and drawn, which is
// [dormer/ui/dialog]'s business.
package lists
