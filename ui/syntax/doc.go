// Package syntax finds what the parts of source text are: keywords, strings, comments. It is
// chroma's tokenizer with the lexers of some fifty languages.
//
// The lexers are files of chroma's (lexers/*.xml, MIT license, see lexers/COPYING). Its own
// package "lexers" is not used, because it reads its 270 files when the program starts, each
// time. Here they are read when the first text is looked at. The files for Go and Markdown are
// our own, because chroma has their rules as Go code.
//
// The package knows neither colours nor files: it is given names and lines.
package syntax
