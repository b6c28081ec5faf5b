// Command fakeagent behaves like a coding agent, for tests: like Claude Code, Codex, Gemini CLI,
// opencode or aider, by the name that it is called by. It keeps conversations below $HOME/.fake,
// takes the flags for ids, resuming, prompts and hooks as the real ones do, calls the hooks, sets
// titles, and reports by OSC 7501 where the terminal answers. It needs no network.
//
// What it is asked decides what it does:
//
//	ask TEXT     it asks for permission, and goes on when a line comes
//	/clear       it begins another conversation
//	/fork        it goes on with a copy of the conversation
//	background   it stops, but tasks of it run on
//	subagent     a subagent of it asks for permission
//	lie          it reports that it is done, and after a line asks on its screen alone
//	hostile      it reports text and ids that nobody should believe
//	flood        it prints and reports much
//	fail         it reports that it could not go on
//	limit TEXT   it could not go on because of a rate limit, of which TEXT says more
//	crash N      it exits with a code
//	die          it kills itself
//
// With the argument acp or --acp it is the fake agent beside it that speaks the Agent Client Protocol.
//
// Anything else is work that is done at once. With FAKE_TRUST set it asks first whether to trust
// the directory.
package main
