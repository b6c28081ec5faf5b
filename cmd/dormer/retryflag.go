package main

import (
	"github.com/spf13/cobra"

	"dormer/session/agent"
)

// retryFlag is the value of --retry: how often in a row the agent of a session is restarted
// automatically. The zero value is for as often as configured.
type retryFlag struct{ tries *int }

func (f *retryFlag) add(c *cobra.Command) {
	c.Flags().Var(f, "retry", "start the agent again by itself, `N` times in a row")
}

// check returns an error if there is no agent to restart.
func (f *retryFlag) check(agentName string) error {
	if f.tries != nil && agentName == "" {
		return usageErrorf("--retry needs --agent, the agent to start again")
	}
	return nil
}

// Set, String and Type make it a value for a flag.

func (f *retryFlag) Set(text string) error {
	n, err := agent.ParseRetries(text)
	f.tries = &n
	return err
}

func (*retryFlag) String() string { return "0" }
func (*retryFlag) Type() string   { return "retries" }
