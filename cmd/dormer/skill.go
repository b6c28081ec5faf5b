package main

import (
	_ "embed"
	"os"

	"github.com/spf13/cobra"
)

//go:embed skill.md
var skill []byte

func skillCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "skill",
		Short: "Print how a coding agent runs programs with dormer",
		Long: `skill prints a page in Markdown, with the front matter that skills have. It says
how a coding agent starts a server in a session, waits for it, reads its output,
types into it, leaves it running and finds it again.`,
		Example: `  mkdir -p ~/.claude/skills/dormer
  dormer skill >~/.claude/skills/dormer/SKILL.md`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := os.Stdout.Write(skill)
			return err
		},
	}
}
