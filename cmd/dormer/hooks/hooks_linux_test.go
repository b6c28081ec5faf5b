package hooks

import (
	"context"
	"os"
	"strings"
	"testing"

	"dormer/session/follow"
	"dormer/ui/config"
	"dormer/ui/testing/drive"
)

// A program that leaves waits for the end of its hooks: one that it left would have no time limit.
func TestHooksEndWithTheProgram(t *testing.T) {
	r, _ := runner(t, config.Hooks{SessionWaits: `sleep 60 & echo $! >"$OUT.new"; mv "$OUT.new" "$OUT"; wait`})
	ctx, leave := context.WithCancel(context.Background())
	r.Happened(ctx, follow.Event{Event: follow.Bell})
	out := ""
	for _, kv := range r.env {
		if path, is := strings.CutPrefix(kv, "OUT="); is {
			out = path
		}
	}
	var text []byte
	drive.Eventually(t, "the hook to run", func() bool {
		text, _ = os.ReadFile(out)
		return len(text) > 0
	})
	leave()
	r.Wait(patience)
	drive.Eventually(t, "all that the hook began to be killed", func() bool {
		stat, err := os.ReadFile("/proc/" + strings.TrimSpace(string(text)) + "/stat")
		return err != nil || strings.Contains(string(stat), ") Z ")
	})
}
