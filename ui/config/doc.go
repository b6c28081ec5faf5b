// Package config is what a user can choose: a typed value with defaults.
//
// It knows neither commands nor colours nor sessions: what a choice means is the
// business of whoever acts on it.
package config
