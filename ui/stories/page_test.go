//go:build linux

package stories

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"dormer/ui/testing/browser"
	"dormer/ui/testing/drive"
)

// screenShows is true in the page when a terminal shows a text.
func screenShows(text string) string {
	return `[...document.querySelectorAll('.screen .row')].some((r) => r.textContent.includes(` + strconv.Quote(text) + `))`
}

// pageButton is the button of the page that says something, or is labelled so. Those of a dialog that is closed
// are not seen.
func pageButton(text string) string {
	return `[...document.querySelectorAll('button')].find((b) => b.checkVisibility() && (b.ariaLabel ?? b.textContent).startsWith(` + strconv.Quote(text) + `))`
}

// logIn gives the page a token.
func logIn(b *browser.Page, token string) {
	b.Until("the page asks for a token", `document.getElementById('login').open`)
	b.Do(chromedp.SendKeys("#token", token))
	b.Script(pageButton("Log in") + `.click()`)
}

// One workspace is in the terminal and in a browser at once: what is typed in one is seen in the
// other, a pane that is closed in the browser is closed in the terminal, and comes back from either.
// Nothing is lost when the relay is killed.
func TestWorkspaceInTerminalAndBrowser(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serveAt("127.0.0.2:0")     // where nobody else takes the port while it is dead
	defer func() { r.stopRelay(syscall.SIGTERM) }() // before the terminal looks for what is left
	s := open(t, drive.Options{Home: r.home, Env: r.env(), Rows: 30, Cols: 100})
	s.name("one")
	s.splitRight("two")
	s.run("echo here $((40+2))", "here 42")
	b := browser.Open(t, r.url, 1200, 800)
	logIn(b, r.token)
	b.Until("both panes are in the page", `document.querySelectorAll('.terminal').length === 2 && `+screenShows("here 42"))
	pane := `[...document.querySelectorAll('.terminal')].find((t) => t.textContent.includes('here 42'))`
	b.Script(pane + `.querySelector('.keys').focus()`)
	b.Types("echo typed in the browser")
	b.Enter()
	s.WaitFor("what was typed in the browser", func(sc drive.Screen) bool { return strings.Count(sc.Text(), "typed in the browser") >= 2 })
	b.Until("its output is in the page", `[...document.querySelectorAll('.screen .row')].some((r) => r.textContent.trimEnd() === 'typed in the browser')`)
	b.Picture("story")

	rows := fmt.Sprintf(`%s.querySelectorAll('.row').length`, pane)
	before := browser.Value[int](b, rows)
	processes := s.waitProcesses(2)
	b.Script(pane + `.querySelector('.extra button:last-child').click()`)
	s.WaitFor("the pane to close in the terminal", func(sc drive.Screen) bool { return !sc.Contains("here 42") })
	b.Until("the page lists it as closed", pageButton("Bring back two"))
	b.Script(pageButton("Bring back two") + `.click()`)
	s.WaitText("here 42")
	b.Until("the pane is in the page again", screenShows("here 42"))
	s.sameProcesses("after the pane was closed and brought back in a browser", processes)
	if after := browser.Value[int](b, rows); after != before {
		t.Errorf("a session that was looked at has %d rows, had %d", after, before)
	}

	address := strings.TrimPrefix(r.url, "http://")
	r.stopRelay(syscall.SIGKILL)
	b.Until("the page says that it is lost", `document.body.classList.contains('lost')`)
	s.run("echo meanwhile $((50+5))", "meanwhile 55")
	r.serveAt(address)
	b.Script(`dispatchEvent(new Event('online'))`)
	b.Until("the page is back", `!document.body.classList.contains('lost') && `+screenShows("meanwhile 55"))
	s.sameProcesses("after the relay was killed", processes)

	r.dormer("token", "revoke", "test")
	b.Until("the page asks for another token", `document.getElementById('login').open`)
}
