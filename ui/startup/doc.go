// Package startup is what the program opens when it starts: a shell or a command in a first tab,
// a template, or a worktree. It knows neither the model nor who starts sessions.
package startup
