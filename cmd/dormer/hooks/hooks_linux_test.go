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

// A leaving program waits for its hooks: a hook that was left behind would have no time limit.
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
	drive.Eventually(t, "the hook runs", func() bool {
		text, _ = os.ReadFile(out)
		return len(text) > 0
	})
	leave()
	r.Wait(patience)
	drive.Eventually(t, "all processes of the hook are killed", func() bool {
		stat, err := os.ReadFile("/proc/" + strings.TrimSpace(string(text)) + "/stat")
		return err != nil || strings.Contains(string(stat), ") Z ")
	})
}
