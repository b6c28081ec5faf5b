package chat

import (
	"fmt"
	"slices"
	"strings"

	"dormer/session/chat"
)

// item is a part of the conversation that is drawn as a unit.
type item struct {
	kind     itemKind
	text     string
	plan     []chat.PlanEntry
	tool     *chat.Tool
	terminal map[string]chat.Terminal // terminals of the tool's content, by id
	// request is the id of a request for permission, options are the possible answers, and answer
	// is the chosen option if answered is true.
	request  string
	options  []chat.Option
	answered bool
	answer   string

	// open is true if the user unfolded it, false if they folded it; nil if neither.
	open *bool
	// rows are its rows in cols columns; nil if it must be drawn.
	rows []string
	cols int
}

type itemKind uint8

const (
	userItem itemKind = iota
	answerItem
	thoughtItem
	planItem
	toolItem
	permissionItem
	noteItem // a message about the agent
	badItem  // an error
)

// changed makes the item be drawn again.
func (it *item) changed() { it.rows = nil }

// conversation is the state of the conversation after the events so far.
type conversation struct {
	items []*item
	seq   int64
	// tools are the tool calls of the turn, by id; plan is its plan.
	tools map[string]*item
	plan  *item
	asked []*item // permissions without an answer, the oldest first

	agent    string
	started  bool // the agent runs and knows the conversation
	gone     bool // the agent has ended, or could not start
	reason   string
	turn     bool
	stop     chat.Stop
	modes    []chat.Mode
	mode     string
	settings []chat.Setting
	commands []chat.Command
	prompts  []string // the user's prompts
}

// maxItem is the size, in bytes, above which an answer is split into several items. It is limited
// because a changed item is drawn as a whole.
const maxItem = 8 << 10

// take applies an event.
func (c *conversation) take(e chat.Event) {
	c.seq = e.Seq
	switch e.Kind {
	case chat.UserMessage:
		c.turn, c.tools, c.plan = true, map[string]*item{}, nil
		c.prompts = append(c.prompts, e.Text)
		c.add(&item{kind: userItem, text: e.Text})
	case chat.Answer:
		c.addText(answerItem, e.Text)
	case chat.Thought:
		c.addText(thoughtItem, e.Text)
	case chat.PlanChanged:
		if c.plan == nil {
			c.plan = &item{kind: planItem}
			c.add(c.plan)
		}
		c.plan.plan = e.Plan
		c.plan.changed()
	case chat.ToolChanged:
		c.takeTool(e.Tool)
	case chat.TerminalChanged:
		c.takeTerminal(*e.Terminal)
	case chat.PermissionAsked:
		c.takeTool(e.Tool)
		it := &item{kind: permissionItem, request: e.Request, options: e.Options, tool: e.Tool}
		c.add(it)
		c.asked = append(c.asked, it)
	case chat.PermissionAnswered:
		c.takeAnswer(e)
	case chat.ModeChanged:
		c.mode = e.Mode
		if e.Modes != nil {
			c.modes = e.Modes
		}
	case chat.SettingsChanged:
		c.settings = e.Settings
	case chat.CommandsChanged:
		c.commands = e.Commands
	case chat.TurnEnded:
		c.endTurn(e)
	case chat.AgentStarted:
		c.agent, c.started, c.gone, c.turn, c.modes, c.mode, c.settings, c.commands = e.Agent, true, false, false, nil, "", nil, nil
		switch {
		case e.Reason != "":
			c.note(noteItem, e.Reason)
		case e.Loaded && len(c.items) > 0:
			c.note(noteItem, e.Agent+" continues the conversation")
		}
	case chat.AgentEnded:
		c.started, c.gone, c.turn, c.reason = false, true, false, e.Reason
		c.note(badItem, "the agent has ended: "+e.Reason)
	}
}

// add adds an item. The previous one is now complete and is drawn again.
func (c *conversation) add(it *item) {
	c.finish()
	c.items = append(c.items, it)
}

func (c *conversation) finish() {
	if n := len(c.items); n > 0 {
		c.items[n-1].changed()
	}
}

func (c *conversation) note(kind itemKind, text string) { c.add(&item{kind: kind, text: text}) }

// addText appends a piece of an answer or a thought to the last item, or adds an item.
func (c *conversation) addText(kind itemKind, text string) {
	var last *item
	if n := len(c.items); n > 0 && c.items[n-1].kind == kind {
		last = c.items[n-1]
	}
	if last == nil {
		last = &item{kind: kind}
		c.add(last)
	}
	last.text += text
	last.changed()
	for len(last.text) > maxItem {
		at := breakOf(last.text)
		if at == 0 {
			return
		}
		rest := &item{kind: kind, text: last.text[at:]}
		last.text = last.text[:at]
		c.add(rest)
		last = rest
	}
}

// breakOf returns where a long text can be split: after a paragraph outside of code blocks or, in a
// very long text without one, after a line; 0 if nowhere yet.
func breakOf(text string) int {
	at, inCode := 0, false
	blank := 0
	for line := range strings.Lines(text) {
		at += len(line)
		if strings.HasPrefix(strings.TrimLeft(line, " "), "```") {
			inCode = !inCode
		}
		if strings.TrimSpace(line) == "" && !inCode && at < len(text) {
			blank = at
		}
		if at > maxItem && blank > 0 {
			return blank
		}
	}
	if len(text) > 8*maxItem {
		if at := strings.LastIndexByte(text[:maxItem], '\n'); at > 0 {
			return at + 1
		}
		return len(strings.ToValidUTF8(text[:maxItem], ""))
	}
	return 0
}

func (c *conversation) takeTool(t *chat.Tool) {
	it := c.tools[t.ID]
	if it == nil {
		it = &item{kind: toolItem}
		if c.tools == nil {
			c.tools = map[string]*item{}
		}
		c.tools[t.ID] = it
		c.add(it)
	}
	it.tool = t
	it.changed()
}

// takeTerminal adds a terminal to the tools of the turn, and draws those that show it again.
func (c *conversation) takeTerminal(t chat.Terminal) {
	for _, it := range c.tools {
		if slices.ContainsFunc(it.tool.Content, func(o chat.Content) bool { return o.Terminal == t.ID }) {
			it.changed()
		}
		if it.terminal == nil {
			it.terminal = map[string]chat.Terminal{}
		}
		it.terminal[t.ID] = t
	}
}

// oldest returns the oldest permission without an answer, or nil.
func (c *conversation) oldest() *item {
	if len(c.asked) == 0 {
		return nil
	}
	return c.asked[0]
}

func (c *conversation) takeAnswer(e chat.Event) {
	at := slices.IndexFunc(c.asked, func(it *item) bool { return it.request == e.Request })
	if at < 0 {
		return
	}
	it := c.asked[at]
	it.answered, it.answer = true, e.Option
	it.changed()
	c.asked = slices.Delete(c.asked, at, at+1)
}

// endTurn notes how a turn ended, unless it ended normally.
func (c *conversation) endTurn(e chat.Event) {
	c.turn, c.stop, c.reason = false, e.Stop, e.Reason
	c.finish()
	switch e.Stop {
	case chat.StopEndTurn, chat.StopLost: // another event says why it was lost
	case chat.StopCancelled:
		c.note(noteItem, "cancelled")
	case chat.StopFailed:
		c.note(badItem, c.agent+" could not answer: "+e.Reason)
	case chat.StopTokens:
		c.note(badItem, c.agent+" stopped: the answer reached the token limit")
	case chat.StopRequests:
		c.note(badItem, c.agent+" stopped: it reached the limit of model requests for a turn")
	case chat.StopRefusal:
		c.note(badItem, c.agent+" refuses to continue")
	default:
		c.note(badItem, fmt.Sprintf("%s stopped: %s", c.agent, e.Stop))
	}
}
