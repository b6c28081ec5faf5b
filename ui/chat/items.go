package chat

import (
	"fmt"
	"slices"
	"strings"

	"dormer/session/chat"
)

// item is a part of the conversation that is drawn as one.
type item struct {
	kind     itemKind
	text     string
	plan     []chat.PlanEntry
	tool     *chat.Tool
	terminal map[string]chat.Terminal // of the tool's content, by their ids
	// request is that of a permission, and options are what can be answered. answer is the option
	// that was chosen, where it is answered.
	request  string
	options  []chat.Option
	answered bool
	answer   string

	// open says that the user wants to see all of it, or only its first row; nil is neither.
	open *bool
	// rows are what is drawn of it in a number of columns, where that is known.
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
	noteItem // says something about the agent
	badItem  // says what went wrong
)

// changed has the item drawn again.
func (it *item) changed() { it.rows = nil }

// conversation is what the events so far come to.
type conversation struct {
	items []*item
	seq   int64
	// tools are the calls of the turn by their ids, and plan is its plan.
	tools map[string]*item
	plan  *item
	asked []*item // permissions that wait, the oldest first

	agent    string
	started  bool // the agent runs and knows the conversation
	gone     bool // it ran, or was to run, and has ended
	reason   string
	turn     bool
	stop     chat.Stop
	modes    []chat.Mode
	mode     string
	settings []chat.Setting
	commands []chat.Command
	prompts  []string // what the user has said
}

// maxItem is from what size on an answer goes on in another item, in bytes: an item is drawn as a
// whole when it changes.
const maxItem = 8 << 10

// take takes an event.
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
			c.note(noteItem, e.Agent+" goes on with the conversation")
		}
	case chat.AgentEnded:
		c.started, c.gone, c.turn, c.reason = false, true, false, e.Reason
		c.note(badItem, "the agent has ended: "+e.Reason)
	}
}

// add adds an item. The one before is whole now, and is drawn so.
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

// addText adds a piece of an answer or a thought to the one before, or begins one.
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

// breakOf is where a long text can go on in another item: after a paragraph that is in no block of
// code, or after a line where there is none; 0 for nowhere yet.
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

// takeTerminal shows a command with the tools that it belongs to.
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

// oldest is the permission that is asked for first; nil without one.
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

// endTurn says how a turn ended, unless it ended as it should.
func (c *conversation) endTurn(e chat.Event) {
	c.turn, c.stop, c.reason = false, e.Stop, e.Reason
	c.finish()
	switch e.Stop {
	case chat.StopEndTurn, chat.StopLost: // what lost it is said then
	case chat.StopCancelled:
		c.note(noteItem, "cancelled")
	case chat.StopFailed:
		c.note(badItem, c.agent+" could not answer: "+e.Reason)
	case chat.StopTokens:
		c.note(badItem, c.agent+" stopped: the answer has as many tokens as it may have")
	case chat.StopRequests:
		c.note(badItem, c.agent+" stopped: it has asked its model as often as it may in a turn")
	case chat.StopRefusal:
		c.note(badItem, c.agent+" refuses to go on")
	default:
		c.note(badItem, fmt.Sprintf("%s stopped: %s", c.agent, e.Stop))
	}
}
