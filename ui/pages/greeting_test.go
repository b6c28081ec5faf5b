package pages

import (
	"testing"
	"time"

	"dormer/ui/input"
	"dormer/ui/keys"
)

func TestGreetingTakes(t *testing.T) {
	letter, esc := input.Key{Key: keys.Key{Code: 'a'}}, input.Key{Key: keys.Key{Code: keys.Escape}}
	for _, tt := range []struct {
		name         string
		event        input.Event
		shown, alone bool
		after        time.Duration
		taken, read  bool
	}{
		{"a_key_before_the_page", letter, false, true, 0, false, false},
		{"a_key_too_soon", letter, true, true, ReadTime - 1, false, false},
		{"a_key_later", letter, true, true, ReadTime, false, true},
		{"a_click", input.Mouse{}, true, true, 0, false, true},
		{"esc", esc, true, true, 0, true, true},
		{"esc_for_a_dialog", esc, true, false, 0, false, false},
		{"esc_before_the_page", esc, false, true, ReadTime, false, false},
	} {
		g := Greeting{Began: time.Unix(100, 0)}
		taken, read := g.Takes(tt.event, tt.shown, tt.alone, g.Began.Add(tt.after))
		if taken != tt.taken || read != tt.read || g.Over == read {
			t.Errorf("%s: taken %v, read %v, over %v", tt.name, taken, read, g.Over)
		}
	}
}
