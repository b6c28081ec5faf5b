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
		{"a\x00b", "cannot be seen"},
		{"a\nb", "cannot be seen"},
		{"a\x1b[31m", "cannot be seen"},
		{"a\u202eb", "cannot be seen"},
		{"a\xffb", "UTF-8"},
	}
	for _, tt := range tests {
		err := CheckName(tt.name)
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
