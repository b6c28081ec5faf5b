// Package startup decides what the program opens when it starts: a shell or a command in a first
// tab, a template, or a worktree. It does not know the model, nor how sessions are started.
package startup
