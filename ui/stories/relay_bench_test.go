//go:build linux

package stories

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// pssOf returns the proportional set size of a process, in bytes.
func pssOf(b *testing.B, pid int) float64 {
	b.Helper()
	f, err := os.Open(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kb float64
		if n, _ := fmt.Sscanf(lines.Text(), "Pss: %f kB", &kb); n == 1 {
			return kb * 1024
		}
	}
	b.Fatal("no Pss")
	return 0
}

// BenchmarkRelay sends 100 messages a second through three sessions for a minute, and has 1 000
// clients connect and vanish after that. It reports the time from a message to its answer, and the
// relay's memory.
//
//	go test ./ui/stories -run '^$' -bench Relay -benchtime 1x
func BenchmarkRelay(b *testing.B) {
	r := newRelay(b, "[relay]\nconnections = 2000\n").serve()
	pid := r.relay.Process.Pid
	idle := pssOf(b, pid)
	roles := []string{"auth", "db", "tests"}
	var clients []*relayClient
	var ids []string
	for _, role := range roles {
		c := r.dial()
		ids, clients = append(ids, c.begin(role)), append(clients, c)
	}
	active := pssOf(b, pid)
	for b.Loop() {
		var all sync.WaitGroup
		var mu sync.Mutex
		var took []time.Duration
		for i, c := range clients {
			all.Go(func() {
				each := time.NewTicker(30 * time.Millisecond)
				defer each.Stop()
				for n := range 2000 {
					<-each.C
					began := time.Now()
					if m := c.say(ids[i], fmt.Sprintf("say %d", n)); strings.TrimSpace(m["content"].(string)) != fmt.Sprint(n) {
						b.Errorf("message %d got the answer %v", n, m)
						return
					}
					mu.Lock()
					took = append(took, time.Since(began))
					mu.Unlock()
				}
			})
		}
		all.Wait()
		slices.Sort(took)
		b.ReportMetric(idle/(1<<20), "MB-idle")
		b.ReportMetric(active/(1<<20), "MB-3-sessions")
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
		b.ReportMetric(pssOf(b, pid)/(1<<20), "MB-after-messages")
		vanish(b, r, ids[0])
		b.ReportMetric(pssOf(b, pid)/(1<<20), "MB-after-clients")
	}
}

// vanish has 1 000 clients follow a session and disappear without closing their connections.
func vanish(b *testing.B, r *relayHome, id string) {
	b.Helper()
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			for range 100 {
				c, err := r.tryDial()
				if err != nil {
					b.Error(err)
					return
				}
				_ = c.Write(context.Background(), websocket.MessageText, []byte(`{"type":"session:attach","sessionId":"`+id+`","updates":true}`))
				_ = c.CloseNow()
			}
		})
	}
	all.Wait()
	r.dial().answers(id)
}

// answers checks that the relay still answers.
func (c *relayClient) answers(id string) {
	c.r.t.Helper()
	c.send(message{"type": "session:attach", "sessionId": id})
	c.expect("session:attached")
}
