package screen

import "dormer/session/grid"

// AppendSGR appends what turns style a into b, nothing where they look alike: SGR
// (ECMA-48 8.3.117; underline shapes and colours as kitty writes them). Links are
// not its business.
func AppendSGR(dst []byte, a, b grid.Style) []byte { return appendSGR(dst, a, b) }
