package habits

// Habits holds recent commands and directories, and preferences for the screen.
type Habits struct {
	// Welcomed means that the page for a first launch was shown.
	Welcomed bool `json:"welcomed"`
	// Sidebar means that the sidebar is open. SidebarCols is its width, 0 for the default width.
	Sidebar     bool `json:"sidebar"`
	SidebarCols int  `json:"sidebarCols,omitempty"`
	// Commands are the names of commands that were chosen in the palette, and Dirs the directories
	// that sessions were opened in, the latest first.
	Commands []string `json:"commands,omitempty"`
	Dirs     []string `json:"dirs,omitempty"`
}

// maxRecent is the maximum number of recent commands, and of recent directories.
const maxRecent = 20

// Choose records that a command was chosen.
func (h *Habits) Choose(command string) { h.Commands = latest(h.Commands, command) }

// Visit records that a session is in a directory.
func (h *Habits) Visit(dir string) { h.Dirs = latest(h.Dirs, dir) }

// latest returns a new list with thing moved to the front.
func latest(list []string, thing string) []string {
	out := []string{thing}
	for _, t := range list {
		if t != thing && len(out) < maxRecent {
			out = append(out, t)
		}
	}
	return out
}
