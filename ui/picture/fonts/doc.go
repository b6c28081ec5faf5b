// Package fonts finds installed fonts for characters that the pictures' built-in font lacks, above
// all Chinese, Japanese and Korean.
//
// It searches the directories where systems and users keep fonts, reads only the tables that it
// needs, and remembers the results. If no font has a character, or a file is damaged or cannot be
// read, there is no face; that is not an error.
package fonts
