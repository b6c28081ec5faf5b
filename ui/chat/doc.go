// Package chat is the full-screen program of dormer chat: it shows a conversation with a coding
// agent ([dormer/session/chat]) and lets the user take part in it.
//
// [Model] is a bubbletea model. It turns the events of the conversation into items (messages,
// thoughts, plans, tool calls, permissions), and draws those that are on the screen. The rows of an
// item are cached until the item or the width changes. The scroll position is an item and a row of
// it, so keys and events take no longer in a long conversation. The viewport of bubbles is not used
// because it lays out all of its text.
//
// Invariants: text of the agent is made safe before it is drawn ([dormer/ui/safetext]). A key that
// was meant for the prompt never answers a permission: while the prompt has text, a permission takes
// keys only after Tab. Text that could not be sent stays in the prompt.
package chat
