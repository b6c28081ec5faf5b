// Package export writes the screen to a file: a picture or text.
package export
