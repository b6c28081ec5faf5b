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
		Short: "Print instructions for coding agents that use dormer",
		Long: `skill prints a page in Markdown, with the front matter of a skill. It tells a
coding agent how to start a server in a session, wait for it, read its output,
type into it, leave it running and find it again.`,
		Example: `  mkdir -p ~/.claude/skills/dormer
  dormer skill >~/.claude/skills/dormer/SKILL.md`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := os.Stdout.Write(skill)
			return err
		},
	}
}
