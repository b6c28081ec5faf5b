// Package located reads a TOML file together with the place of everything in it, so
// that whoever makes sense of the file can say where it makes none.
//
// It knows the language and nothing of what a file is for. Keys stand in the order
// of the file; lines and columns count from one. A file that is not TOML is one
// [Problem] with its place.
package located
