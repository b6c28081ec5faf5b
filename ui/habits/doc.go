// Package habits holds what the program remembers about its user, in addition to the workspaces:
// recent commands and directories, preferences for the screen, and copied texts. Losing it costs
// only comfort.
//
// The package does not access files: a [Memory] stores the data. [Writes] keeps the writes in
// order.
package habits
