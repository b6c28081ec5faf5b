// Package export writes the screen to a file, as a picture or as text.
package export
