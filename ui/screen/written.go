package screen

import "dormer/session/grid"

// AppendSGR appends the SGR that turns style a into b, nothing if they look alike (ECMA-48
// 8.3.117; underline shapes and colours as in kitty). Links are ignored.
func AppendSGR(dst []byte, a, b grid.Style) []byte { return appendSGR(dst, a, b) }
