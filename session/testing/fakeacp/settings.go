package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"

	acp "github.com/coder/acp-go-sdk"
)

// settings are the choices made in a conversation.
type settings struct {
	Model, Effort string
	Web           bool
}

func chosen(id acp.SessionId) settings {
	s := settings{Model: "big", Effort: "low"}
	if data, err := os.ReadFile(memory(id) + ".settings"); err == nil {
		_ = json.Unmarshal(data, &s) // it was written below
	}
	return s
}

// keep saves the settings, so that they are known when the conversation is loaded.
func (s settings) keep(id acp.SessionId) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(strings.TrimSuffix(memory(id), string(id)+".jsonl"), 0o700); err != nil {
		return err
	}
	return os.WriteFile(memory(id)+".settings", data, 0o600)
}

var models = []acp.ModelInfo{{ModelId: "big", Name: "Big", Description: acp.Ptr("thinks long")}, {ModelId: "small", Name: "Small"}, {ModelId: "paid", Name: "Paid"}}

// offered returns the models in the older form if the agent uses it, or else its options.
func offered(id acp.SessionId) (*acp.SessionModelState, []acp.SessionConfigOption) {
	s := chosen(id)
	if os.Getenv("FAKE_ACP") == "models" {
		return &acp.SessionModelState{AvailableModels: models, CurrentModelId: acp.ModelId(s.Model)}, nil
	}
	var choices acp.SessionConfigSelectOptionsUngrouped
	for _, m := range models {
		choices = append(choices, acp.SessionConfigSelectOption{Value: acp.SessionConfigValueId(m.ModelId), Name: m.Name, Description: m.Description})
	}
	groups := acp.SessionConfigSelectOptionsGrouped{
		{Group: "g", Name: "Group", Options: []acp.SessionConfigSelectOption{{Value: "low", Name: "Low"}, {Value: "high", Name: "High"}}},
	}
	return nil, []acp.SessionConfigOption{
		{Select: &acp.SessionConfigOptionSelect{
			Id: "model", Name: "Model", Category: acp.Ptr(acp.SessionConfigOptionCategory("model")), CurrentValue: acp.SessionConfigValueId(s.Model),
			Options: acp.SessionConfigSelectOptions{Ungrouped: &choices}, Type: "select",
		}},
		{Select: &acp.SessionConfigOptionSelect{
			Id: "effort", Name: "Thought level", Category: acp.Ptr(acp.SessionConfigOptionCategory("thought_level")), CurrentValue: acp.SessionConfigValueId(s.Effort),
			Options: acp.SessionConfigSelectOptions{Grouped: &groups}, Type: "select",
		}},
		{Boolean: &acp.SessionConfigOptionBoolean{Id: "web", Name: "Web search", CurrentValue: s.Web, Type: "boolean"}},
	}
}

var errPaid = &acp.RequestError{Code: -32603, Message: "your plan does not have this model"}

func (a *fake) SetSessionConfigOption(_ context.Context, p acp.SetSessionConfigOptionRequest) (acp.SetSessionConfigOptionResponse, error) {
	var id acp.SessionId
	var s settings
	switch {
	case p.Boolean != nil:
		id = p.Boolean.SessionId
		s = chosen(id)
		s.Web = p.Boolean.Value
	case p.ValueId.ConfigId == "effort":
		id = p.ValueId.SessionId
		s = chosen(id)
		s.Effort = string(p.ValueId.Value)
	default:
		id = p.ValueId.SessionId
		s = chosen(id)
		if s.Model = string(p.ValueId.Value); s.Model == "paid" {
			return acp.SetSessionConfigOptionResponse{}, errPaid
		}
	}
	err := s.keep(id)
	_, options := offered(id)
	return acp.SetSessionConfigOptionResponse{ConfigOptions: options}, err
}

// UnstableSetSessionModel chooses a model in the older form.
func (a *fake) UnstableSetSessionModel(_ context.Context, p acp.UnstableSetSessionModelRequest) (acp.UnstableSetSessionModelResponse, error) {
	s := chosen(p.SessionId)
	if s.Model = string(p.ModelId); s.Model == "paid" {
		return acp.UnstableSetSessionModelResponse{}, errPaid
	}
	return acp.UnstableSetSessionModelResponse{}, s.keep(p.SessionId)
}
