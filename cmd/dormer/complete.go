package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dormer/session/catalogue"
)

// addCompletion adds the command that prints completion scripts, and sets cobra's default
// completion.
func addCompletion(root *cobra.Command, group string) {
	root.SetCompletionCommandGroupID(group)
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.InitDefaultCompletionCmd()
	c, _, _ := root.Find([]string{"completion"})
	c.Args, c.RunE = noArgs, printHelp
	for _, shell := range c.Commands() {
		shell.Args = noArgs
		shell.Long = "Prints a script that makes " + shell.Name() + " complete commands, flags and names.\n\n" + shellSetup[shell.Name()]
		if shell.Name() == "bash" {
			shell.PostRun = func(*cobra.Command, []string) { fmt.Print(plainBash) }
		}
	}
}

// shellSetup explains, for each shell, how to enable completion permanently.
var shellSetup = map[string]string{
	"bash":       "Put this into ~/.bashrc:\n\n    source <(dormer completion bash)",
	"fish":       "Run this once:\n\n    dormer completion fish > ~/.config/fish/completions/dormer.fish",
	"powershell": "Put this into the file that $PROFILE names:\n\n    dormer completion powershell | Out-String | Invoke-Expression",
	"zsh":        "Put this into ~/.zshrc, after compinit:\n\n    source <(dormer completion zsh)",
}

// plainBash lets cobra's script work in a bash without the package bash-completion.
const plainBash = `
declare -F _get_comp_words_by_ref >/dev/null || __dormer_init_completion() {
    read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
    cword=$((${#words[@]} - 1)) cur=${words[cword]} prev=${words[cword - 1]}
}
`

// prepareCompletion corrects cobra's answers to a shell: it removes backquotes from the
// descriptions of flags and, after "--", where a program to run stands, offers files instead of
// commands.
func prepareCompletion(cmd *cobra.Command, words []string) {
	if cmd.Name() != cobra.ShellCompRequestCmd {
		return
	}
	root, words := cmd.Root(), words[:len(words)-1]
	about, _, _ := root.Find(words)
	about.Flags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	if !slices.Contains(words, "--") {
		return
	}
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveDefault)
	if about == root {
		root.RemoveCommand(slices.DeleteFunc(slices.Clone(root.Commands()), func(c *cobra.Command) bool { return c == cmd })...)
	}
}

// offer returns the words that begin with the typed text.
func offer(words []cobra.Completion, typed string) []cobra.Completion {
	return slices.DeleteFunc(words, func(word string) bool { return !strings.HasPrefix(word, typed) })
}

// offering completes by the words of a list, or by none if that cannot be made.
func offering(list func(*cobra.Command) ([]cobra.Completion, error)) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		words, _ := list(cmd)
		return offer(words, typed), cobra.ShellCompDirectiveNoFileComp
	}
}

// onlyFirst completes the first argument alone.
func onlyFirst(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(cmd, args, typed)
	}
}

// completeFlag sets the completion of a flag's value.
func completeFlag(c *cobra.Command, name string, complete cobra.CompletionFunc) {
	cobra.CheckErr(c.RegisterFlagCompletionFunc(name, complete))
}

// completeWords offers fixed words.
func completeWords(words ...cobra.Completion) cobra.CompletionFunc {
	return offering(func(*cobra.Command) ([]cobra.Completion, error) { return slices.Clone(words), nil })
}

// completeFiles makes a shell offer files.
func completeFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// completeWorkspaces offers the names of workspaces.
var completeWorkspaces = offering(func(*cobra.Command) ([]cobra.Completion, error) {
	p, err := findPlaces()
	if err != nil {
		return nil, err
	}
	return p.paths.Names()
})

// completeSessions offers sessions that have a host, completeAll all.
var (
	completeSessions = completeMatching((*catalogue.Entry).Live)
	completeAll      = completeMatching(func(*catalogue.Entry) bool { return true })
)

// completeMatching offers the names of some sessions, and the ids of those that have no name or whose
// id is being typed.
func completeMatching(fits func(*catalogue.Entry) bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		_, l, _ := findListing(cmd.Context()) // offer nothing if they cannot be listed
		return offer(namesOf(l, typed, fits), typed), cobra.ShellCompDirectiveNoFileComp
	}
}

func namesOf(l catalogue.Listing, typed string, fits func(*catalogue.Entry) bool) (names []cobra.Completion) {
	for _, e := range l.Entries {
		if !fits(e) {
			continue
		}
		about, name := catalogue.Printable(e.Description()), catalogue.Printable(e.Name())
		if name != "" {
			names = append(names, cobra.CompletionWithDesc(name, about))
		}
		if name == "" || typed != "" {
			names = append(names, cobra.CompletionWithDesc(e.Short(), about))
		}
	}
	return names
}
