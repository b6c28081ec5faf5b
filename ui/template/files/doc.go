// Package files finds, lists, reads and writes the files of templates. What is in them is
// known to [dormer/ui/template].
package files
