// Package fonts finds a font of the machine that has a character which the pictures' own font
// lacks: Chinese, Japanese and Korean above all.
//
// It looks where systems and users keep fonts, reads only the tables that it needs, and
// remembers what it found. If there is no such font, or a file is damaged or cannot be read,
// there is no face, which is not an error.
package fonts
