package commandline

import (
	"strings"
	"testing"
)

// A word of a line is quoted where it is empty or has a space.
func TestComplete(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"commands", "__complete|", "do\tDo something\nlend\tGive a tool away\nlist\tList what there is\n:4\n"},
		{"commands that begin so", "__complete|l", "lend\tGive a tool away\nlist\tList what there is\n:4\n"},
		{"no commands behind flags that are not theirs", "__complete|--loud|", ":4\n"},
		{"words alone", "__completeNoDesc|l", "lend\nlist\n:4\n"},
		{"nothing begins so", "__complete|x", ":4\n"},
		{"below a command", "__complete|list|", "tools\tList tools\n:4\n"},
		{"behind a command without arguments", "__complete|list|tools|", ":4\n"},
		{"a program to run", "__complete|--|", ":0\n"},
		{"flags, long ones first typed", "__complete|--", "--help\thelp for shed\n--loud\tmake noise\n--name\tof the shed NAME\n--version\tversion of shed\n:4\n"},
		{"flags, of both kinds", "__complete|do|-", "--dry-run\tonly say so\n-d\tonly say so\n--help\thelp for do\n-h\thelp for do\n:4\n"},
		{"flags that are not there yet", "__complete|lend|-d|--", "--all\tall tools\n--help\thelp for lend\n--lines\tat most N lines\n--name\tof the shed NAME\n--size\tof the size big|small\n:4\n"},
		{"the value of a flag", "__complete|--name|", ":0\n"},
		{"a number", "__complete|lend|--lines|", ":0\n"},
		{"the value of a flag that knows some", "__complete|lend|-d|--name|", "of lend\ta shed\n:4\n"},
		{"the value of a letter", "__complete|lend|-dn|s", "sof lend\ta shed\n:4\n"},
		{"a value behind =", "__complete|lend|--name=s", "sof lend\ta shed\n:4\n"},
		{"a choice", "__complete|lend|--size|", "big\nsmall\n:4\n"},
		{"a choice behind =", "__complete|lend|--size=s", "small\n:4\n"},
		{"a value of what has none", "__complete|lend|--all=", ":4\n"},
		{"a value of no flag", "__complete|lend|--bogus=", ":4\n"},
		{"behind a mistake", "__complete|lend|--bogus|", ":4\n"},
		{"an argument", "__complete|lend|", "saw\tfor wood\nhammer: big\nhammer: small\ta toy\n:4\n"},
		{"an argument that begins so", "__complete|lend|-d|ham", "hammer: big\nhammer: small\ta toy\n:4\n"},
		{"an argument behind --", "__complete|lend|--|s", "saw\tfor wood\n:4\n"},
		{"no flag behind --", "__complete|do|--|-", ":0\n"},
		{"another argument", "__complete|lend|saw|", ":0\n"},
		{"no flag behind what has its own", "__complete|do|echo|-", ":0\n"},
		{"nothing", "__complete", "do\tDo something\nlend\tGive a tool away\nlist\tList what there is\n:4\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := newShed().says(t, strings.Split(tt.line, "|")...); got != tt.want {
				t.Errorf("says %q, want %q", got, tt.want)
			}
		})
	}
}
