package commandline

import (
	"context"
	"embed"
	"io"
	"strings"
)

//go:embed scripts
var scripts embed.FS

// shells are those that can be set up, and how that is done for every one that starts
// from then on.
var shells = []struct{ name, setUp string }{
	{"bash", "Put this into ~/.bashrc:\n\n  source <(PROGRAM completion bash)"},
	{"fish", "Say once:\n\n  PROGRAM completion fish > ~/.config/fish/completions/PROGRAM.fish"},
	{"powershell", "Put this into the file that $PROFILE names:\n\n  PROGRAM completion powershell | Out-String | Invoke-Expression"},
	{"zsh", "Put this into ~/.zshrc, behind compinit:\n\n  source <(PROGRAM completion zsh)"},
}

// ScriptsCommand prints scripts that have a shell complete the words of the program, to
// out.
func ScriptsCommand(program string, out io.Writer) *Command {
	group := &Command{
		Use: "completion", Short: "Print what makes a shell complete the words of " + program, Hidden: true,
		Check: noArguments,
	}
	for _, shell := range shells {
		group.Add(scriptCommand(program, shell.name, shell.setUp, out))
	}
	return group
}

func noArguments(l Line) error {
	if len(l.Args) > 0 {
		return mistake("%s takes no argument %q", l.Command.Name(), l.Args[0])
	}
	return nil
}

func scriptCommand(program, shell, setUp string, out io.Writer) *Command {
	var plain bool
	c := &Command{
		Use:   shell,
		Short: "Print what makes " + shell + " complete the words of " + program,
		Long:  shell + " prints a script that makes this shell complete commands, flags and names. " + strings.ReplaceAll(setUp, "PROGRAM", program),
		Check: noArguments,
		Run: func(context.Context, Line) error {
			script, err := scripts.ReadFile("scripts/" + shell)
			if err != nil {
				return err
			}
			asks := ask
			if plain {
				asks = askWords
			}
			_, err = strings.NewReplacer("PROGRAM", program, "COMPLETE", asks).WriteString(out, string(script))
			return err
		},
	}
	c.Flags.Bool(&plain, "no-descriptions", "", "offer words alone, without what they are about")
	return c
}
