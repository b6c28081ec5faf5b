// Package chat is the full-screen program of dormer chat: it shows a conversation with a coding
// agent ([dormer/session/chat]) and lets the user take part in it.
//
// [Model] is a bubbletea model. It reads the events of the conversation, makes items of them
// (messages, thoughts, plans, calls of tools, permissions), and draws those that are on the screen.
// What it draws of an item is kept until the item or the width changes. The place in the
// conversation is an item and a row of it, so no key or event takes longer in a long conversation.
// That is why the list is not the viewport of bubbles, which lays out all of its text.
//
// Invariants: text of the agent is made safe before it is drawn ([dormer/ui/safetext]). Nothing is
// answered by a key that was pressed for something else: while something is written in the prompt,
// a permission takes keys only after Tab. Text that could not be sent stays in the prompt.
package chat
