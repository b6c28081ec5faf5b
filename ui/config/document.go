package config

import (
	"fmt"
	"strings"
)

// Document returns a file with every key, commented out at its default, and its description.
func Document() string {
	var b strings.Builder
	b.WriteString(documentHead)
	table, defaults := "", Default()
	for _, o := range Options() {
		i := strings.LastIndexByte(o.Key, '.')
		if o.Key[:i] != table {
			if table == "keys" {
				b.WriteString(documentBindings)
			}
			table = o.Key[:i]
			fmt.Fprintf(&b, "\n[%s]\n", table)
		}
		fmt.Fprintf(&b, "# %s\n# %s = %s\n", o.About, o.Key[i+1:], o.Literal(defaults))
	}
	b.WriteString(documentRoles)
	b.WriteString(documentAgents)
	return b.String()
}

const documentHead = `# The configuration of dormer. Every key is here with its default: remove the # to
# change one. A running dormer reads this file again when it changes;
# "dormer config check" says what is wrong in it, and where.
`

const documentBindings = `
# Key bindings in addition to the preset's: a chord or a sequence of keys, and a command
# with its arguments; "" removes a binding. "dormer keys" lists commands and keys.
[keys.bind]
# "prefix g" = "tab.new --cwd ~/src -- lazygit"
# "ctrl+shift+g" = "palette"
# "prefix m r" = "pane.resize right 10"
# "prefix x" = ""

# The same in copy mode.
[keys.copy]
`
