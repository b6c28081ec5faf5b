package main

import (
	"os"
	"os/exec"
	"strings"
)

// programName returns the command that runs dormer here: "dormer" if it is on PATH, else the path
// that started this program.
func programName() string {
	_, err := exec.LookPath("dormer")
	return programNameFrom(os.Args[0], err == nil)
}

// programNameFrom is [programName] for a program that was started as arg.
func programNameFrom(arg string, onPath bool) string {
	switch {
	case onPath || !strings.Contains(arg, "/"):
		return "dormer"
	case strings.Contains(arg, "/go-build"): // go run makes it there
		return "go run ./cmd/dormer"
	}
	return arg
}

// withProgramName adds to a message with dormer commands what to type instead of "dormer" if that
// is not on PATH.
func withProgramName(message, as string) string {
	if as == "dormer" || !strings.Contains(message, "dormer ") {
		return message
	}
	return message + " (dormer is not on your PATH: type " + as + " instead)"
}
