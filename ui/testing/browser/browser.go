// Package browser drives a page in headless Chromium, for tests.
package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// patience is the longest that a test waits for anything: the machine may be slow, and busy.
const patience = 2 * time.Minute

// Page is a page that a real browser shows.
type Page struct {
	t   testing.TB
	ctx context.Context //nolint:containedctx // chromedp keeps its browser there
}

// Open opens an address in a window of a size, as a phone has it or not.
func Open(t testing.TB, url string, width, height int64, how ...chromedp.EmulateViewportOption) *Page {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed: Debian has a package of that name")
	}
	home, err := os.MkdirTemp("", "dormer-browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) }) // a process of the browser may still write there
	// The directory of the browser's data is chromedp's, which ends the processes that use it.
	allocator, _ := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(program), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-extensions", true), chromedp.Flag("disable-breakpad", true), chromedp.Env("HOME="+home),
		chromedp.WSURLReadTimeout(patience))
	ctx, _ := chromedp.NewContext(allocator)
	var listening sync.WaitGroup
	t.Cleanup(func() {
		limited, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		_ = chromedp.Cancel(limited)
		listening.Wait()
	})
	b := &Page{t: t, ctx: ctx}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start chromium: %v", err)
	}
	said := chromedp.Console(ctx)
	listening.Go(func() {
		for m, err := range said {
			switch {
			case err != nil:
				return
			case m.IsException():
				t.Errorf("the page failed: %s", m)
			default:
				t.Logf("the page says: %s", m)
			}
		}
	})
	b.Do(chromedp.EmulateViewport(width, height, how...), chromedp.Navigate(url))
	return b
}

// Do runs actions and fails the test if one fails.
func (b *Page) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// untilTrue returns a promise that resolves when an expression is true. The expression is evaluated
// whenever the page changes, and at intervals for changes of other things.
const untilTrue = `(() => {
	const is = () => { try { return !!(%) } catch { return false } };
	return new Promise((done) => {
		const look = () => { if (is()) { seen.disconnect(); clearInterval(timer); done(true) } };
		const seen = new MutationObserver(look);
		const timer = setInterval(look, 100);
		seen.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
		look();
	});
})()`

// Until waits until an expression is true in the page.
func (b *Page) Until(what, expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](strings.ReplaceAll(untilTrue, "%", expression), chromedp.EvalAwaitPromise)); err != nil {
		b.Picture("failed")
		b.t.Fatalf("timed out waiting until %s: %v\nthe page says:\n%s", what, err, Value[string](b, `document.body.innerText`))
	}
}

// Value is the value of an expression in the page.
func Value[T any](b *Page, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Script runs a script in the page.
func (b *Page) Script(text string) {
	b.t.Helper()
	b.Do(chromedp.Evaluate[chromedp.Void](text, chromedp.EvalAwaitPromise))
}

// Press presses and releases a key, as a keyboard does. A key that types something has its text.
func (b *Page) Press(key, code string, number int64, text string, modifiers int64) {
	b.t.Helper()
	down := input.DispatchKeyEventParams{
		Type: "keyDown", Key: key, Code: code, WindowsVirtualKeyCode: number, Text: text, UnmodifiedText: text, Modifiers: modifiers,
	}
	if text == "" {
		down.Type = "rawKeyDown"
	}
	up := down
	up.Type, up.Text, up.UnmodifiedText = "keyUp", "", ""
	for _, e := range []input.DispatchKeyEventParams{down, up} {
		if _, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, e); err != nil {
			b.t.Fatal(err)
		}
	}
}

// Enter presses Enter.
func (b *Page) Enter() { b.Press("Enter", "Enter", 13, "\r", 0) }

// Types types letters and blanks.
func (b *Page) Types(text string) {
	b.t.Helper()
	for _, r := range text {
		upper := int64(unicode.ToUpper(r))
		code := "Key" + string(unicode.ToUpper(r))
		if r == ' ' {
			code = "Space"
		}
		b.Press(string(r), code, upper, string(r), 0)
	}
}

// Compose has an input method compose a text, piece by piece, and commit it.
func (b *Page) Compose(pieces ...string) {
	b.t.Helper()
	for _, text := range pieces {
		b.Composing(text)
	}
	if _, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: pieces[len(pieces)-1]}); err != nil {
		b.t.Fatal(err)
	}
}

// Composing has an input method compose a text that is not complete.
func (b *Page) Composing(text string) {
	b.t.Helper()
	n := int64(len([]rune(text)))
	if _, err := chromedp.Call(b.ctx, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: n, SelectionEnd: n}); err != nil {
		b.t.Fatal(err)
	}
}

// Drag moves a finger over the page, from one place to another.
func (b *Page) Drag(x, y, toX, toY float64) {
	b.t.Helper()
	const moves = 10
	touch := func(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
		b.t.Helper()
		if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, at...)}); err != nil {
			b.t.Fatal(err)
		}
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := 1.0; i <= moves; i++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + (toX-x)*i/moves, Y: y + (toY-y)*i/moves})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// Dark sets whether the user prefers a dark page.
func (b *Page) Dark(on bool) {
	b.t.Helper()
	scheme := "light"
	if on {
		scheme = "dark"
	}
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// Worked is the processor's time that the page's thread has taken.
func (b *Page) Worked() time.Duration {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
		b.t.Fatal(err)
	}
	got, err := chromedp.Call(b.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, m := range got.Metrics {
		if m.Name == "TaskDuration" {
			return time.Duration(m.Value * float64(time.Second))
		}
	}
	b.t.Fatal("chromium does not say how long the page has worked")
	return 0
}

// Picture keeps a picture of the page where DORMER_PICTURES says.
func (b *Page) Picture(name string) {
	b.t.Helper()
	dir := os.Getenv("DORMER_PICTURES")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600)
	}
	if err != nil {
		b.t.Error(err)
	}
}
