// Package files keeps templates: where one is that is called by a name, what is kept,
// and how one is read and written. What is in a file is the business of
// [dormer/ui/template].
package files
