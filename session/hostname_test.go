package session_test

import (
	"regexp"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
)

// S3-01, S3-04, S3-55, S3-56, S3-57: the name is deterministic and has one form.
func TestHostName(t *testing.T) {
	id := uuid.MustParse("8c4e1f0a-2b3d-4c5e-9f60-718293a4b5c6")
	tests := []struct {
		name   string
		source session.Source
		want   string
	}{
		{
			"worktree",
			session.Source{Kind: session.Worktree, Repo: "/src/app", Worktree: "/src/app-fix", Dir: "/src/app-fix/cmd"},
			"dormer--c0167fc91cc666ff--6c56a5086943781b--8c4e1f0a2b3d4c5e",
		},
		{
			"floating",
			session.Source{Kind: session.Floating, Repo: "/ignored", Worktree: "/ignored", Dir: "/tmp"},
			"dormer--e9671acd244849c5--e9671acd244849c5--8c4e1f0a2b3d4c5e",
		},
	}
	shape := regexp.MustCompile(`^dormer--([0-9a-f]{16})--([0-9a-f]{16})--([0-9a-f]{16})$`)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := session.HostName(tt.source, id)
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if len(got) != 60 || !shape.MatchString(got) || !session.IsHostName(got) {
				t.Errorf("%s has %d characters or another form", got, len(got))
			}
			if again := session.HostName(tt.source, id); again != got {
				t.Errorf("the second time got %s", again)
			}
			if !session.HostNameOf(got, id) || session.HostNameOf(got, uuid.New()) {
				t.Error("the name is not recognized as the session's, or as another's")
			}
		})
	}
	for _, no := range []string{"", "dormer--", "dormer--x--y--z", tests[0].want + "\n", "x" + tests[0].want, "zmx--" + tests[0].want[8:]} {
		if session.IsHostName(no) {
			t.Errorf("%q counts as a host's name", no)
		}
	}
}
