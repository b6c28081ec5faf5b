package persist

import (
	"strings"
	"testing"
)

func TestCheckName(t *testing.T) {
	tests := []struct {
		name string
		bad  string
	}{
		{"main", ""},
		{"work-2_b.c", ""},
		{"日本 語", ""},
		{strings.Repeat("a", 64), ""},
		{"", "is empty"},
		{strings.Repeat("a", 65), "is longer"},
		{"..", "begins with '.'"},
		{".git", "begins with '.'"},
		{"-x", "begins with '-'"},
		{"../../etc", "begins with '.'"},
		{"a/b", "separator"},
		{`a\b`, "separator"},
		{"a:b", "separator"},
		{" a", "space"},
		{"a ", "space"},
		{"a\x00b", "invisible character"},
		{"a\nb", "invisible character"},
		{"a\x1b[31m", "invisible character"},
		{"a\u202eb", "invisible character"},
		{"a\xffb", "UTF-8"},
	}
	for _, tt := range tests {
		err := checkName(tt.name)
		if tt.bad == "" {
			if err != nil {
				t.Errorf("CheckName(%q) = %v", tt.name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.bad) {
			t.Errorf("CheckName(%q) = %v, want %q in it", tt.name, err, tt.bad)
		}
	}
}
