package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	acp "github.com/coder/acp-go-sdk"
)

// This file is about what the user can choose of how an agent works: its mode, its model, and other
// options. An agent offers models in two ways: as an option, or as a list of their own, which is an
// older form. Modes are a list of their own, and become a setting with [ModeSetting].

// The ids of the settings for what is a list of its own.
const (
	modesID  = acp.AgentMethodSessionSetMode
	modelsID = acp.AgentMethodSessionSetModel
)

// ModeSetting is the mode of an agent as a setting.
func ModeSetting(modes []Mode, mode string) Setting {
	s := Setting{ID: modesID, Name: "Mode", Category: "mode", Value: mode}
	for _, m := range modes {
		s.Choices = append(s.Choices, Choice(m))
	}
	return s
}

// Word is how users write a setting, such as model.
func (s Setting) Word() string { return strings.ReplaceAll(strings.ToLower(s.Name), " ", "-") }

// Find returns the choice that a word means, which is its id or its name.
func (s Setting) Find(word string) (Choice, bool) {
	i := slices.IndexFunc(s.Choices, func(c Choice) bool { return strings.EqualFold(c.ID, word) || strings.EqualFold(c.Name, word) })
	if i < 0 {
		return Choice{}, false
	}
	return s.Choices[i], true
}

// all are the settings, with the mode first where there are modes.
func (s *status) all() []Setting {
	if len(s.modes) == 0 {
		return s.settings
	}
	return append([]Setting{ModeSetting(s.modes, s.mode)}, s.settings...)
}

// Settings are what can be chosen of how the agent works, with its mode first.
func (c *Conversation) Settings() ([]Setting, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.agent == nil || !c.status.running {
		return nil, ErrNoAgent
	}
	return c.status.all(), nil
}

// The choices of a setting that is on or off.
const (
	settingOn  = "true"
	settingOff = "false"
)

const (
	maxSettings = 20
	// maxChoices is the largest number of choices of a setting: some agents offer the models of
	// many services.
	maxChoices = 500
	// chooseTime is how long an agent may take to change a setting.
	chooseTime = 30 * time.Second
)

// opened is the response to the request that opens a conversation. An unreadable option does not
// affect the others.
type opened struct {
	SessionID     acp.SessionId          `json:"sessionId"`
	Modes         *acp.SessionModeState  `json:"modes"`
	Models        *acp.SessionModelState `json:"models"`
	ConfigOptions []json.RawMessage      `json:"configOptions"`
}

// settings returns the settings, without the modes, which are handled separately.
func (o opened) settings() []Setting {
	list := settingsOf(o.ConfigOptions, o.Modes != nil)
	if o.Models == nil || slices.ContainsFunc(list, func(s Setting) bool { return s.Category == "model" }) {
		return list
	}
	s := Setting{ID: modelsID, Name: "Model", Category: "model", Value: name(string(o.Models.CurrentModelId))}
	for _, m := range o.Models.AvailableModels {
		s.add(string(m.ModelId), m.Name, m.Description)
	}
	return append([]Setting{s}, list...)
}

func name(text string) string { return cut(text, maxWord/4) }

func settingsOf(options []json.RawMessage, hasModes bool) (list []Setting) {
	for _, raw := range options[:min(len(options), maxSettings)] {
		var o acp.SessionConfigOption
		if json.Unmarshal(raw, &o) != nil {
			continue
		}
		switch s := (Setting{}); {
		case o.Select != nil:
			s = Setting{ID: name(string(o.Select.Id)), Name: name(o.Select.Name), Value: name(string(o.Select.CurrentValue))}
			if o.Select.Category != nil {
				s.Category = name(string(*o.Select.Category))
			}
			for _, c := range selectable(o.Select.Options) {
				s.add(string(c.Value), c.Name, c.Description)
			}
			if s.ID != "" && len(s.Choices) > 0 && (s.Category != "mode" || !hasModes) {
				list = append(list, s)
			}
		case o.Boolean != nil && o.Boolean.Id != "":
			list = append(list, Setting{
				ID: name(string(o.Boolean.Id)), Name: name(o.Boolean.Name), Switch: true, Value: fmt.Sprint(o.Boolean.CurrentValue),
				Choices: []Choice{{ID: settingOn, Name: "on"}, {ID: settingOff, Name: "off"}},
			})
		}
	}
	return list
}

// selectable returns the choices of an option, without their groups.
func selectable(o acp.SessionConfigSelectOptions) (all []acp.SessionConfigSelectOption) {
	if o.Ungrouped != nil {
		all = *o.Ungrouped
	}
	if o.Grouped != nil {
		for _, g := range *o.Grouped {
			all = append(all, g.Options...)
		}
	}
	return all
}

func (s *Setting) add(id, called string, about *string) {
	if id == "" || len(s.Choices) == maxChoices {
		return
	}
	c := Choice{ID: name(id), Name: name(called)}
	if c.Name == "" {
		c.Name = c.ID
	}
	if about != nil {
		c.Description = name(*about)
	}
	s.Choices = append(s.Choices, c)
}

// Choose asks the agent to change a setting, and returns when it has. The error says why it has
// not.
func (c *Conversation) Choose(setting, choice string) error {
	c.mu.Lock()
	n := c.agent
	all := c.status.all()
	i := slices.IndexFunc(all, func(s Setting) bool { return s.ID == setting })
	switch {
	case n == nil || !c.status.running:
		c.mu.Unlock()
		return ErrNoAgent
	case i < 0 || !slices.ContainsFunc(all[i].Choices, func(o Choice) bool { return o.ID == choice }):
		c.mu.Unlock()
		return fmt.Errorf("the agent does not offer %q", choice)
	}
	s := all[i]
	c.mu.Unlock()
	return n.choose(s, choice)
}

func (n *connection) choose(s Setting, choice string) error {
	ctx, cancel := context.WithTimeout(context.Background(), chooseTime)
	defer cancel()
	var err error
	var now opened
	switch {
	case s.ID == modesID:
		_, err = acp.SendRequest[acp.SetSessionModeResponse](n.rpc, ctx, acp.AgentMethodSessionSetMode, acp.SetSessionModeRequest{
			SessionId: n.id, ModeId: acp.SessionModeId(choice),
		})
	case s.ID == modelsID:
		_, err = acp.SendRequest[struct{}](n.rpc, ctx, acp.AgentMethodSessionSetModel, acp.UnstableSetSessionModelRequest{
			SessionId: n.id, ModelId: acp.UnstableModelId(choice),
		})
	case s.Switch:
		now, err = acp.SendRequest[opened](n.rpc, ctx, acp.AgentMethodSessionSetConfigOption, acp.SetSessionConfigOptionRequest{
			Boolean: &acp.SetSessionConfigOptionBoolean{SessionId: n.id, ConfigId: acp.SessionConfigId(s.ID), Type: "boolean", Value: choice == settingOn},
		})
	default:
		now, err = acp.SendRequest[opened](n.rpc, ctx, acp.AgentMethodSessionSetConfigOption, acp.SetSessionConfigOptionRequest{
			ValueId: &acp.SetSessionConfigOptionValueId{SessionId: n.id, ConfigId: acp.SessionConfigId(s.ID), Value: acp.SessionConfigValueId(choice)},
		})
	}
	if err != nil {
		return fmt.Errorf("%s stays as it was: %s", s.Name, sentence(err))
	}
	n.c.mu.Lock()
	defer n.c.mu.Unlock()
	if s.ID == modesID {
		n.setMode(acp.SessionModeId(choice))
		return nil
	}
	if len(now.ConfigOptions) > 0 {
		n.setOptions(now.ConfigOptions)
		return nil
	}
	list := slices.Clone(n.c.status.settings)
	for i := range list {
		if list[i].ID == s.ID {
			list[i].Value = choice
		}
	}
	n.setSettings(list)
	return nil
}

// setOptions records the options of the agent. A separate list of models stays. The lock is held.
func (n *connection) setOptions(options []json.RawMessage) {
	list := settingsOf(options, len(n.c.status.modes) > 0)
	if s := n.c.status.settings; len(s) > 0 && s[0].ID == modelsID {
		list = append([]Setting{s[0]}, list...)
	}
	n.setSettings(list)
}

// setSettings records the settings, if they have changed. The lock is held.
func (n *connection) setSettings(list []Setting) {
	if n.c.agent == n && n.c.status.running && !reflect.DeepEqual(list, n.c.status.settings) {
		_, _ = n.c.add(Event{Kind: SettingsChanged, Settings: list}) // the transcript reports errors
	}
}
