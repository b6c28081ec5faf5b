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

// screenShows returns a script that is true when a terminal of the page shows a text.
func screenShows(text string) string {
	return `[...document.querySelectorAll('.screen .row')].some((r) => r.textContent.includes(` + strconv.Quote(text) + `))`
}

// pageButton returns a script for the visible button of the page with a text or label. It skips
// the buttons of closed dialogs.
func pageButton(text string) string {
	return `[...document.querySelectorAll('button')].find((b) => b.checkVisibility() && (b.ariaLabel ?? b.textContent).startsWith(` + strconv.Quote(text) + `))`
}

// logIn enters a token into the page.
func logIn(b *browser.Page, token string) {
	b.Until("the page asks for a token", `document.getElementById('login').open`)
	b.Do(chromedp.SendKeys("#token", token))
	b.Script(pageButton("Log in") + `.click()`)
}

// One workspace is shown in the terminal and in a browser. Input in one shows in the other, a pane
// closed in the browser is closed in the terminal, and either reopens it. Killing the relay loses
// nothing.
func TestWorkspaceInTerminalAndBrowser(t *testing.T) {
	t.Parallel()
	r := newRelay(t, "").serveAt("127.0.0.2:0")     // an address on which nobody takes the port while the relay is dead
	defer func() { r.stopRelay(syscall.SIGTERM) }() // before the terminal's test looks for processes left behind
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
	s.WaitFor("the browser's input", func(sc drive.Screen) bool { return strings.Count(sc.Text(), "typed in the browser") >= 2 })
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
		t.Errorf("a session viewed in the browser has %d rows, had %d", after, before)
	}

	address := strings.TrimPrefix(r.url, "http://")
	r.stopRelay(syscall.SIGKILL)
	b.Until("the page to say that the connection is lost", `document.body.classList.contains('lost')`)
	s.run("echo meanwhile $((50+5))", "meanwhile 55")
	r.serveAt(address)
	b.Script(`dispatchEvent(new Event('online'))`)
	b.Until("the page is back", `!document.body.classList.contains('lost') && `+screenShows("meanwhile 55"))
	s.sameProcesses("after the relay was killed", processes)

	r.dormer("token", "revoke", "test")
	b.Until("the page asks for another token", `document.getElementById('login').open`)
}
