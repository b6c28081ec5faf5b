package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/config/located"
)

// Agents is the configuration of coding agents.
type Agents struct {
	// Resume says how agents that ran when the machine or their host died are started again.
	Resume AgentResume
	// Changed has the agents that the file adds or changes, by name.
	Changed map[string]agent.Agent
}

// AgentResume says whether agents resume their conversations by themselves.
type AgentResume string

// The values of AgentResume.
const (
	ResumeAuto AgentResume = "auto"
	ResumeAsk  AgentResume = "ask" // on Enter
)

// Lookup returns the configured agent with a name. An agent that speaks the Agent Client Protocol
// has a second name, for talking to it in dormer chat ([agent.ChatName]).
func (a Agents) Lookup(name session.Agent) (agent.Agent, bool) {
	if own, ok := a.own(string(name)); ok {
		return own, true
	}
	for _, base := range a.Names() {
		if agent.ChatName(base) == string(name) {
			known, _ := a.own(base)
			return known.Chat()
		}
	}
	return agent.Agent{}, false
}

// own returns the agent with a name of the configuration or of dormer's catalogue.
func (a Agents) own(name string) (agent.Agent, bool) {
	if changed, ok := a.Changed[name]; ok {
		return changed, true
	}
	return agent.Lookup(name)
}

// Startable returns the sorted names under which agents can be started: those of all agents, and
// those for talking to them in dormer chat.
func (a Agents) Startable() []string {
	names := a.Names()
	for _, base := range a.Names() {
		if known, ok := a.own(base); ok && len(known.ACP) > 0 {
			names = append(names, agent.ChatName(base))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Names returns the sorted names of all agents.
func (a Agents) Names() []string {
	names := slices.Collect(maps.Keys(a.Changed))
	for _, known := range agent.Known() {
		names = append(names, known.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Own returns the agents that the file adds or changes, sorted by name.
func (a Agents) Own() (own []agent.Agent) {
	for _, name := range slices.Sorted(maps.Keys(a.Changed)) {
		own = append(own, a.Changed[name])
	}
	return own
}

// Find is like [Agents.Lookup]. Its error suggests a similar name.
func (a Agents) Find(name string) (agent.Agent, error) {
	if found, ok := a.Lookup(session.Agent(name)); ok {
		return found, nil
	}
	if best, ok := Nearest(name, a.Startable()); ok {
		return agent.Agent{}, fmt.Errorf("there is no agent %q: did you mean %q?", name, best)
	}
	return agent.Agent{}, fmt.Errorf("there is no agent %q: use %s, or add [agents.%s] to the configuration", name, strings.Join(a.Names(), ", "), name)
}

// RestartOf returns whether a session starts again by itself: as own says, if set, and otherwise by
// the configuration for its kind, an agent, a shell or another command.
func (c Config) RestartOf(own session.Restart, name session.Agent, shell bool) session.Restart {
	if _, known := c.Agents.Lookup(name); !known {
		return own.Or(shell, c.Panes.Restart)
	}
	if c.Agents.Resume == ResumeAsk {
		return own.Or(false, session.RestartAsk)
	}
	return own.Or(false, session.RestartAlways)
}

// agentTable is the table that holds a table for each agent.
const agentTable = "agents"

// agentName matches the valid names of agents.
var agentName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,31}$`) })

// agentKey is a key of an agent's table.
type agentKey struct {
	name    string
	set     func(*agent.Agent, any) error
	literal func(agent.Agent) string
}

// agentKeys are the keys of an agent's table, in the order in which they are listed.
func agentKeys() []agentKey {
	words := func(name string, of func(*agent.Agent) *[]string) agentKey {
		return agentKey{
			name,
			func(a *agent.Agent, v any) error { return setWords(of(a), v) },
			func(a agent.Agent) string { return located.List(*of(&a)) },
		}
	}
	patterns := func(name string, of func(*agent.Agent) *[]agent.Pattern) agentKey {
		return agentKey{
			name,
			func(a *agent.Agent, v any) error { return setPatterns(of(a), v) },
			func(a agent.Agent) string { return patternList(*of(&a)) },
		}
	}
	return []agentKey{
		words("command", func(a *agent.Agent) *[]string { return &a.Command }),
		words("new", func(a *agent.Agent) *[]string { return &a.New }),
		words("resume", func(a *agent.Agent) *[]string { return &a.Resume }),
		words("prompt", func(a *agent.Agent) *[]string { return &a.Prompt }),
		words("picks", func(a *agent.Agent) *[]string { return &a.Picks }),
		{
			"hooks",
			func(a *agent.Agent, v any) error { return oneOf(&a.Hooks, agent.HookForms...).set(v) },
			func(a agent.Agent) string { return located.Quote(string(a.Hooks)) },
		},
		{
			"mcp",
			func(a *agent.Agent, v any) error { return boolField(&a.MCP).set(v) },
			func(a agent.Agent) string { return strconv.FormatBool(a.MCP) },
		},
		words("acp", func(a *agent.Agent) *[]string { return &a.ACP }),
		{
			"retry",
			func(a *agent.Agent, v any) error { return count(&a.Retry, 0, agent.MostRetries).set(v) },
			func(a agent.Agent) string { return count(&a.Retry, 0, 0).literal() },
		},
		{
			"retry_pause",
			func(a *agent.Agent, v any) error { return duration(&a.RetryPause, time.Second, time.Hour).set(v) },
			func(a agent.Agent) string {
				pause := cmp.Or(a.RetryPause, agent.DefaultPause)
				return duration(&pause, 0, 0).literal()
			},
		},
		{
			"go_on",
			func(a *agent.Agent, v any) error { return text(&a.GoOn).set(v) },
			func(a agent.Agent) string { return located.Quote(a.GoOn) },
		},
		words("scrub", func(a *agent.Agent) *[]string { return &a.Scrub }),
		patterns("titles", func(a *agent.Agent) *[]agent.Pattern { return &a.Titles }),
		patterns("screens", func(a *agent.Agent) *[]agent.Pattern { return &a.Screens }),
		{
			"status_until",
			func(a *agent.Agent, v any) error { return setSources(&a.StatusUntil, v) },
			func(a agent.Agent) string { return sourceList(a.StatusUntil) },
		},
		{
			"enter",
			func(a *agent.Agent, v any) error { return boolField(&a.Enter).set(v) },
			func(a agent.Agent) string { return strconv.FormatBool(a.Enter) },
		},
	}
}

// agent reads the table of an agent. A table with mistakes changes nothing.
func (r *reading) agent(k located.Key, t *located.Table) {
	in := agentTable + "." + k.Name
	if !agentName().MatchString(k.Name) {
		r.problem(k.At, fmt.Errorf("[%s]: the name of an agent consists of lower-case letters, digits, - and _", in))
		return
	}
	a, known := agent.Lookup(k.Name)
	if !known {
		a = agent.Agent{Name: k.Name, Hooks: agent.NoHooks}
	}
	before, from := len(r.problems), map[string]Place{}
	all := agentKeys()
	for _, key := range t.Keys {
		i := slices.IndexFunc(all, func(o agentKey) bool { return o.name == key.Name })
		if i < 0 {
			r.problem(key.At, unknownAgentKey(in, key.Name, all))
			continue
		}
		if err := all[i].set(&a, key.Value); err != nil {
			r.problem(key.At, fmt.Errorf("%s.%s: %w", in, key.Name, err))
			continue
		}
		from[in+"."+key.Name] = key.At
	}
	if len(r.problems) > before {
		return
	}
	if err := a.Check(); err != nil {
		r.problem(k.At, fmt.Errorf("%s.%w", in, err))
		return
	}
	if r.config.Agents.Changed == nil {
		r.config.Agents.Changed = map[string]agent.Agent{}
	}
	r.config.Agents.Changed[a.Name] = a
	maps.Copy(r.config.From, from)
}

func unknownAgentKey(in, name string, all []agentKey) error {
	var names []string
	for _, k := range all {
		names = append(names, k.name)
	}
	if best, ok := Nearest(name, names); ok {
		return fmt.Errorf("unknown key %q of [%s]: did you mean %q?", name, in, best)
	}
	return fmt.Errorf("unknown key %q of [%s]: its keys are %s", name, in, strings.Join(names, ", "))
}

// setWords sets a list of words.
func setWords(p *[]string, value any) error {
	list, ok := value.([]any)
	if !ok {
		return errors.New(`it takes a list of words: ["--flag", "value"]`)
	}
	var out []string
	for _, e := range list {
		s, err := located.Text(e)
		if err != nil {
			return err
		}
		out = append(out, s)
	}
	*p = out
	return nil
}

// endings are the sources whose newer report can replace a state that an agent reported by OSC 7501.
var endings = []agent.Source{agent.Hook, agent.Title, agent.Notice}

// setSources sets a list of sources.
func setSources(p *[]agent.Source, value any) error {
	var words []string
	if err := setWords(&words, value); err != nil {
		return err
	}
	var out []agent.Source
	for _, w := range words {
		var s agent.Source
		if err := oneOf(&s, endings...).set(w); err != nil {
			return err
		}
		out = append(out, s)
	}
	*p = out
	return nil
}

func sourceList(all []agent.Source) string {
	words := make([]string, len(all))
	for i, s := range all {
		words[i] = string(s)
	}
	return located.List(words)
}

// setPatterns sets the patterns that show the state of an agent.
func setPatterns(p *[]agent.Pattern, value any) error {
	var out []agent.Pattern
	tables, ok := value.([]*located.Table)
	if list, empty := value.([]any); !ok && (!empty || len(list) > 0) {
		return errors.New(`it takes a list of tables: [{ match = "^Working", state = "working" }]`)
	}
	for _, t := range tables {
		one, err := readPattern(t)
		if err != nil {
			return err
		}
		out = append(out, one)
	}
	*p = out
	return nil
}

func readPattern(t *located.Table) (p agent.Pattern, err error) {
	for _, k := range t.Keys {
		if k.Name == "later" {
			if err := boolField(&p.Later).set(k.Value); err != nil {
				return p, fmt.Errorf("%s: %w", k.Name, err)
			}
			continue
		}
		s, err := located.Text(k.Value)
		if err != nil {
			return p, fmt.Errorf("%s: %w", k.Name, err)
		}
		known := true
		switch k.Name {
		case "match":
			p.Match = s
			if _, err := regexp.Compile(s); err != nil {
				return p, fmt.Errorf("match: %q is not a regular expression: %w", s, err)
			}
		case "state":
			p.State, known = agent.ParseState(s)
		case "kind":
			p.Kind, known = agent.ParseKind(s)
		default:
			return p, fmt.Errorf("unknown key %q: a pattern has match, state, kind and later", k.Name)
		}
		if !known {
			return p, fmt.Errorf("there is no %s %q", k.Name, s)
		}
	}
	switch {
	case p.Match == "":
		return p, errors.New("a pattern needs a match")
	case p.State == "":
		return p, errors.New(`a pattern needs a state, such as "working" or "blocked"`)
	case p.Kind != "" && !slices.Contains(agent.Kinds(p.State), p.Kind):
		return p, fmt.Errorf("kind: the state %q has no kind %q", p.State, p.Kind)
	}
	return p, nil
}

func patternList(all []agent.Pattern) string {
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = "{ match = " + located.Quote(p.Match) + ", state = " + located.Quote(string(p.State))
		if p.Kind != "" {
			out[i] += ", kind = " + located.Quote(string(p.Kind))
		}
		if p.Later {
			out[i] += ", later = true"
		}
		out[i] += " }"
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// Setting is a key with its value in the syntax of the file.
type Setting struct{ Key, Value string }

// Settings returns the settings of an agent.
func (a Agents) Settings(name string) (out []Setting) {
	if known, ok := a.Lookup(session.Agent(name)); ok {
		for _, k := range agentKeys() {
			out = append(out, Setting{agentTable + "." + name + "." + k.name, k.literal(known)})
		}
	}
	return out
}

const documentAgents = `
# Coding agents. You can change dormer's and add your own; "dormer config show agents"
# lists all with their settings. A list replaces the default list.
# {id} is the agent's id of a conversation, {prompt} the first prompt.
#[agents.mine]
#command = ["mine", "--color"]
#new = ["--session-id", "{id}"]     # arguments for a new conversation, whose id dormer chooses
#resume = ["--resume", "{id}"]      # arguments to resume a conversation
#prompt = ["--", "{prompt}"]        # arguments for the first prompt
#picks = ["--continue", "--resume="] # arguments that choose a conversation; = if a value follows
#acp = ["mine", "acp"]              # the program that speaks the Agent Client Protocol
#hooks = "claude"                   # "claude", "codex", "gemini", "opencode" or "none"
#mcp = true                         # start it with dormer as an MCP server
#retry = 3                          # how often to start it again after a crash or a rate limit
#retry_pause = "30s"                # pause before the first retry; later ones are longer
#go_on = "continue"                 # the prompt that it gets then
#scrub = ["MINE_*", "!MINE_HOME"]   # variables that it must not inherit; ! keeps one
#titles = [{ match = "^Working", state = "working" }]
#screens = [{ match = "Proceed\\?", state = "blocked", kind = "permission" }]
#status_until = ["hook", "title"]   # sources whose newer report replaces "working" by OSC 7501
#enter = true                       # the number of an option must be followed by Enter
`
