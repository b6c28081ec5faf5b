// Package files finds, lists, reads and writes template files. Their format is defined by
// [dormer/ui/template].
package files
