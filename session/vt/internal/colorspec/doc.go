// Package colorspec reads the colours that X11 programs write: names, "#" and "rgb:"
// (XParseColor(3), "COLOR NAMES" in X(7)). It does not read X11's spaces that depend on a
// screen ("rgbi:", CIE's and Tektronix's): no program for terminals writes them.
//
// All results have 8 bits per channel, the precision of xterm.
package colorspec
