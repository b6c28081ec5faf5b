// Package prompts makes the prompts and questions about things of the workspace: what they
// are called now, what an answer asks for, and what stands in the box.
//
// It is given what it asks about, and returns a dialog, or nil where that is gone. The
// package is pure.
package prompts
