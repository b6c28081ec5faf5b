// Command fakeagent behaves like a coding agent, for tests: like Claude Code, Codex, Gemini CLI,
// opencode or aider, depending on the name that it is started by. It keeps conversations below
// $HOME/.fake, takes the real agents' flags for ids, resuming, prompts and hooks, calls the hooks,
// sets titles, and reports by OSC 7501 if the terminal answers. It needs no network.
//
// The prompt decides its action:
//
//	ask TEXT     it asks for permission, and continues after a line of input
//	/clear       it begins another conversation
//	/fork        it continues with a copy of the conversation
//	background   it stops, but its tasks keep running
//	subagent     its subagent asks for permission
//	lie          it reports that it is done, and after a line asks on its screen alone
//	hostile      it reports text and ids that nobody should believe
//	flood        it prints and reports much
//	fail         it reports that it could not continue
//	limit TEXT   it could not continue because of a rate limit, which TEXT describes
//	crash N      it exits with a code
//	die          it kills itself
//
// With the argument acp or --acp it is the fake agent beside it that speaks the Agent Client
// Protocol.
//
// Anything else is work that is done at once. With FAKE_TRUST set it asks first whether to trust
// the directory.
package main
