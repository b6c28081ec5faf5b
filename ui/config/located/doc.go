// Package located reads a TOML file and keeps the place of everything in it, so that error
// messages can say where a mistake is.
//
// It knows the language, not what a file is for. Keys are in the order of the file; lines and
// columns count from one. A file that is not TOML is one [Problem] with its place.
package located
