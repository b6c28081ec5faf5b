// Package colorspec reads the colours that X11 programs write: names, sharp signs,
// and the forms with a colour space before a colon (XParseColor(3), "COLOR STRINGS"
// in X(7)). It knows no terminal and no screen; what depends on a screen is computed
// for the one that Xlib assumes of a display that says nothing of itself, a
// Tektronix tube of 1990, because that is what xterm answers with.
//
// All results have 8 bits a channel: what xterm keeps of a colour.
package colorspec
