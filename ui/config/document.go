package config

import (
	"fmt"
	"strings"
)

// Document is a file with every key, commented out at its default, and what it is
// for.
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
	return b.String()
}

const documentHead = `# What dormer can be told. Each key stands here with its default: take the # away
# to change one. A running dormer follows this file as soon as it is written;
# "dormer config check" says what is wrong in it, and where.
`

const documentBindings = `
# What keys do, beside the preset: a chord or a sequence of keys, and a command with
# its arguments; "" takes a binding away. "dormer keys" lists commands and keys.
[keys.bind]
# "prefix g" = "tab.new --cwd ~/src -- lazygit"
# "ctrl+shift+g" = "palette"
# "prefix m r" = "pane.resize right 10"
# "prefix x" = ""

# The same in copy mode.
[keys.copy]
`
