package main

import "testing"

// The command that a message names can be typed in the place where the message is read.
func TestTypedAs(t *testing.T) {
	for _, tt := range []struct {
		arg    string
		onPath bool
		want   string
	}{
		{"dormer", true, "dormer"},
		{"/usr/local/bin/dormer", true, "dormer"},
		{"./dormer", false, "./dormer"},
		{"/opt/dormer-1/dormer", false, "/opt/dormer-1/dormer"},
		{"/tmp/go-build2571/b001/exe/dormer", false, "go run ./cmd/dormer"},
		{"/home/u/.cache/go-build/1f/1f2e-d/dormer", false, "go run ./cmd/dormer"},
		{"/tmp/go-build2571/b001/exe/dormer", true, "dormer"},
	} {
		if got := programNameFrom(tt.arg, tt.onPath); got != tt.want {
			t.Errorf("%s, on PATH %v: got %q, want %q", tt.arg, tt.onPath, got, tt.want)
		}
	}
	const message = "no session: dormer ps lists them"
	if got := withProgramName(message, "dormer"); got != message {
		t.Errorf("got %q", got)
	}
	if got, want := withProgramName(message, "./dormer"), message+" (dormer is not on your PATH: type ./dormer instead)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := withProgramName("the disk is full", "./dormer"); got != "the disk is full" {
		t.Errorf("got %q", got)
	}
}
