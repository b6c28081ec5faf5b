package command

// Request is something that a command asks of the program beside a change of the
// workspace. It is a value: what is done about it is in one place of the program. The
// sum is sealed.
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

// List is a request that opens a list of things of the workspace.
//
//sumtype:decl
type List interface {
	Request
	isList()
}
