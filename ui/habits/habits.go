package habits

// Habits are what was used lately, and how the screen is liked.
type Habits struct {
	// Welcomed says that the page for a first launch was shown.
	Welcomed bool `json:"welcomed"`
	// Sidebar says that the sidebar is open, SidebarCols how wide it is, 0 for the
	// width that it has by itself.
	Sidebar     bool `json:"sidebar"`
	SidebarCols int  `json:"sidebarCols,omitempty"`
	// Commands are the names of commands that were chosen in the palette, and Dirs the
	// directories that sessions were opened in, the latest first.
	Commands []string `json:"commands,omitempty"`
	Dirs     []string `json:"dirs,omitempty"`
}

// mostRecent is how many recent things are remembered of a kind.
const mostRecent = 20

// Choose remembers that a command was chosen.
func (h *Habits) Choose(command string) { h.Commands = latest(h.Commands, command) }

// Visit remembers that a session is in a directory.
func (h *Habits) Visit(dir string) { h.Dirs = latest(h.Dirs, dir) }

// latest is a new list with one thing moved to its front.
func latest(list []string, thing string) []string {
	out := []string{thing}
	for _, t := range list {
		if t != thing && len(out) < mostRecent {
			out = append(out, t)
		}
	}
	return out
}
