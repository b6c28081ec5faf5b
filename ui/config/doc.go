// Package config holds the configuration: a typed value with defaults, and the syntax of its file.
//
// Its keys are one table (option.go). The file that `dormer config init` writes, the listing
// of `dormer config show`, and error messages are made from it. A new key is a field of
// [Config], its default, and a row of the table.
//
// The package reads and writes no files: it is given their content. It knows neither commands
// nor themes nor sessions. So it cannot tell whether a bound command exists; the users of the
// configuration check that.
//
// A file with mistakes still gives a configuration: its valid parts apply, and each mistake is
// a [Problem] with its place. Lines and columns count from one.
package config
