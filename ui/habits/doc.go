// Package habits is what the program remembers of whoever uses it, beside the workspaces: what
// was used lately, how the screen is liked, and what was copied. Nothing but comfort is lost
// with it.
//
// The package does not know files: what is remembered is kept by a [Memory]. [Writes] keeps the
// order of what is written.
package habits
