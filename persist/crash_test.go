package persist

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// saveForEver writes two documents in turn, so large that most of its time goes into writing, and reports
// when the first is on disk. The padding comes before the document's content, so a cut document is
// never valid.
func saveForEver(dir string) error {
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	var documents [2][]byte
	for i := range documents {
		text, err := encode(named(fmt.Sprintf("save %d", i)), time.Now(), unknownFields{})
		if err != nil {
			return err
		}
		documents[i] = slices.Concat(bytes.Repeat([]byte(" "), 256<<10), text)
	}
	for i := 0; ; i++ {
		if err := s.write(documents[i%2]); err != nil {
			return err
		}
		if i == 0 {
			fmt.Println("saving")
		}
	}
}

// A program that is killed during a save leaves the previous document or the next one, and a workspace
// that opens.
func TestKillInMidSave(t *testing.T) {
	dir := saved(t)
	rng := rand.New(rand.NewPCG(7, 7))
	torn := 0
	for i := range 50 {
		cmd := childCommand(t, "save", dir)
		startAndRead(t, cmd, "saving")
		// This waits for nothing: it spreads the kill over the steps of a save.
		timer := time.NewTimer(time.Duration(rng.IntN(4000)) * time.Microsecond)
		<-timer.C
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if len(leftovers(t, documentPath(dir))) > 0 {
			torn++
		}
		s, state, report := loaded(t, dir)
		if report.Sentence() != "" {
			t.Fatalf("kill %d: %s", i, report.Sentence())
		}
		if got := tabName(t, state); !strings.HasPrefix(got, "save ") {
			t.Fatalf("kill %d: opened %q", i, got)
		}
		mustClose(t, s)
	}
	t.Logf("%d of 50 kills came in the middle of a write", torn)
}

// A reader always sees a complete document, even during saves.
func TestReaderNeverSeesPartOfADocument(t *testing.T) {
	dir := saved(t)
	s, _, _ := loaded(t, dir)
	var done atomic.Bool
	reads := make(chan int)
	go func() {
		n := 0
		for ; !done.Load(); n++ {
			f, err := read(documentPath(dir))
			if err == nil {
				_, err = decode(f.data)
			}
			if err != nil {
				t.Errorf("read %d: %v", n, err)
				break
			}
		}
		reads <- n
	}()
	for i := range 200 {
		mustSave(t, s, named(strings.Repeat("n", i*100)))
	}
	done.Store(true)
	if n := <-reads; n == 0 {
		t.Error("nothing was read during the saves")
	}
}

// leftovers returns the files that interrupted writes have left beside a document.
func leftovers(t *testing.T, document string) []string {
	t.Helper()
	left, err := filepath.Glob(document + ".tmp*")
	if err != nil {
		t.Fatal(err)
	}
	return left
}
