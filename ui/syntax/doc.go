// Package syntax classifies the parts of source text: keywords, strings, comments. It uses chroma's
// tokenizer with the lexers of some fifty languages.
//
// The lexers are files of chroma's (lexers/*.xml, MIT license, see lexers/COPYING). Chroma's
// package "lexers" is not used, because it reads its 270 files at each start of the program. Here
// they are read when the first text is tokenized. The files for Go and Markdown are our own,
// because chroma has their rules as Go code.
//
// The package knows neither colours nor files: its input is names and lines.
package syntax
