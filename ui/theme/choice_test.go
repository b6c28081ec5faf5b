package theme

import (
	"reflect"
	"testing"

	"dormer/session/grid"
	"dormer/ui/config"
)

func TestKept(t *testing.T) {
	light, dark := grid.RGB(255, 255, 255), grid.RGB(0, 0, 0)
	both := config.Theme{Name: "nord", Light: "a", Dark: "b"}
	tests := []struct {
		name       string
		configured config.Theme
		background grid.Color
		key        string
		want       config.Theme
	}{
		{"one_for_all", config.Theme{Name: "nord"}, dark, "theme.name", config.Theme{Name: "new"}},
		{"on_light", both, light, "theme.light", config.Theme{Name: "nord", Light: "new", Dark: "b"}},
		{"on_dark", both, dark, "theme.dark", config.Theme{Name: "nord", Light: "a", Dark: "new"}},
		{"background_unknown", both, grid.DefaultColor, "theme.name", config.Theme{Name: "new", Light: "a", Dark: "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if key, got := (Choice{tt.configured, tt.background}).Kept("new"); key != tt.key || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Key = %s, %+v, want %s, %+v", key, got, tt.key, tt.want)
			}
		})
	}
}
