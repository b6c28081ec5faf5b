// Package fonts finds among the fonts of the machine one that has a character, for
// pictures whose own font lacks it: Chinese, Japanese and Korean above all.
//
// It looks where systems and users keep fonts, reads of a file only the tables that it
// needs, and remembers what it found. A machine without such a font, a file that is
// damaged and a folder that cannot be read are nothing to complain of: there is no face
// then. It refuses to know what is drawn.
package fonts
