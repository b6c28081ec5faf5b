package catalogue_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/wire"
)

// leader starts a shell that leads a session of the kernel, as the child of a host does, and has run a
// script.
func leader(t *testing.T, script string) (pid int) {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", script+"\necho ready; read x; :")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); _ = cmd.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatal(line, err)
	}
	return cmd.Process.Pid
}

// A session uses what its processes use. The usage is unknown if its host does not answer or is on
// another machine.
func TestMeter(t *testing.T) {
	w := newWorld(t)
	busy := leader(t, "(while :; do :; done) & sleep 1000 &")
	ended := &session.Exit{}
	for n, info := range map[int]wire.InfoReply{
		1: {HostPID: os.Getpid(), ChildPID: busy, Name: "busy"},
		2: {HostPID: os.Getpid(), ChildPID: busy, Exit: ended},
		3: {HostPID: 1, ChildPID: busy},              // process numbers of another machine
		4: {HostPID: os.Getpid(), ChildPID: 1 << 30}, // it has just ended
	} {
		info.ID = id(n)
		w.host(info, nil)
	}
	w.silent(hostName(id(5)))
	l := w.list()
	of := func(n int) *catalogue.Usage {
		for _, e := range l.Entries {
			if strings.HasPrefix(id(n).String(), e.Key()) {
				return e.Usage
			}
		}
		t.Fatal("no session", n)
		return nil
	}
	var m catalogue.Meter
	m.Measure(l.Entries)
	first := of(1)
	if first == nil || first.Processes != 3 || first.Memory < 128<<10 || first.CPU != nil || len(first.Ports) > 0 {
		t.Fatalf("at first: %+v", first)
	}
	for end := time.Now().Add(time.Minute); ; {
		m.Measure(l.Entries)
		if u := of(1); u == nil || u.CPU == nil {
			t.Fatalf("later: %+v", u)
		} else if *u.CPU > 1 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the busy session uses no processor time")
		}
		<-time.After(20 * time.Millisecond) // a tick of the kernel's clock
	}
	for n := 2; n <= 5; n++ {
		if u := of(n); u != nil {
			t.Errorf("session %d: %+v, want nothing", n, u)
		}
	}
	var table, text strings.Builder
	if err := l.WriteTable(&table, now, catalogue.Filter{All: true, Usage: true}, 0); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(table.String(), "CPU") || !strings.Contains(table.String(), "busy") {
		t.Errorf("got\n%s", table.String())
	}
	if err := l.WriteJSON(&text, now, catalogue.Filter{All: true}); err != nil {
		t.Fatal(err)
	}
	var list struct{ Sessions []catalogue.Row }
	if err := json.Unmarshal([]byte(text.String()), &list); err != nil {
		t.Fatal(err)
	}
	for _, r := range list.Sessions {
		if known := r.Processes != nil && r.MemoryBytes != nil && r.CPUPercent != nil && r.Ports != nil; known != (r.Name == "busy") {
			t.Errorf("got %+v", r)
		}
	}
}

func TestUsageInWords(t *testing.T) {
	percent := 12.4
	for want, u := range map[string]*catalogue.Usage{
		"":       nil,
		"812 KB": {Processes: 1, Memory: 812 << 10},
		"12% CPU, 340 MB, 5 processes, port 8080": {Processes: 5, Memory: 340 << 20, CPU: &percent, Ports: []int{8080}},
		"1.5 GB, ports 80 443":                    {Processes: 1, Memory: 3 << 29, Ports: []int{80, 443}},
	} {
		if got := u.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
