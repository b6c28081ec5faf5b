// Package prompts makes the prompts and questions about things in the workspace. Its functions
// take the thing and return a dialog, or nil if the thing no longer exists.
//
// The package is pure.
package prompts
