// Package config is what a user can choose: a typed value with defaults, and the file
// that it is read from.
//
// Its keys are one table (option.go), from which the file that is written for a
// beginner, what is shown of a configuration, and the errors about one are made.
// Adding a key is a field of [Config], its default, and a row of that table; whoever
// acts on it reads the field.
//
// The package reads and writes no files: it is given what is in one. It knows neither
// commands nor themes nor sessions: whether a command that is bound is one, and what
// a choice means, is the business of whoever acts on it.
//
// A configuration with mistakes is still one: what makes sense of it holds, and each
// mistake is a [Problem] with its place. Lines and columns count from one.
package config
