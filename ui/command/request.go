package command

// Request asks the program for something other than a change of the workspace. It is a
// value of a sealed sum; the program handles all of them in one place.
//
//sumtype:decl
type Request interface{ isRequest() }

// Prompt is a request that opens a prompt or a question about something in the workspace.
//
//sumtype:decl
type Prompt interface {
	Request
	isPrompt()
}

// List is a request that opens a list of things in the workspace.
//
//sumtype:decl
type List interface {
	Request
	isList()
}
