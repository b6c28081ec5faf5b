package web_test

import (
	"testing"

	"dormer/ui/testing/browser"
)

// The time from a key in the browser until its echo is on the page: median and 95th percentile.
// Chromium, the server and the program are on this machine.
func BenchmarkKeyToEcho(b *testing.B) {
	r := newRoom(b)
	r.start("echo", `stty raw -echo; printf 'ready\r\n'; exec cat`)
	p := browser.Open(b, r.serve().URL, desktopWidth, desktopHeight)
	p.Until("the program is seen", shows("ready"))
	const measure = `(async () => {
		const keys = document.querySelector('.keys');
		keys.focus();
		const took = [];
		for (let i = 0; i < N; i++) {
			await new Promise((next) => setTimeout(next, 30 + Math.random() * 40));
			const before = document.querySelector('.cursor').style.getPropertyValue('--x');
			const began = performance.now();
			const echo = new Promise((seen) => {
				const look = new MutationObserver(() => {
					if (document.querySelector('.cursor').style.getPropertyValue('--x') === before) return;
					look.disconnect();
					seen(performance.now());
				});
				look.observe(document.querySelector('.live'), {subtree: true, childList: true, attributes: true, characterData: true});
			});
			keys.dispatchEvent(new InputEvent('input', {data: i % 70 === 69 ? '\r' : 'x', inputType: 'insertText', bubbles: true}));
			took.push(await echo - began);
		}
		took.sort((a, b) => a - b);
		return [took[took.length >> 1], took[Math.floor(took.length * 0.95)]];
	})()`
	took := browser.Value[[]float64](p, replace(measure, "N", "300"))
	b.ReportMetric(took[0], "ms/median")
	b.ReportMetric(took[1], "ms/p95")
	b.ReportMetric(0, "ns/op")
}

// The number of frames a second that a page draws while a pane floods, with a few changed lines or
// the whole screen, which a host sends 24 times a second. Also the browser's own rate of drawing,
// and the page's processor time for a frame.
func BenchmarkFlood(b *testing.B) {
	for _, f := range []struct{ name, script string }{
		{"counter", `i=0; while :; do i=$((i+1)); printf '\r%d' $i; done`},
		{"screen", `exec yes 'a line of text that is repeated for ever'`},
	} {
		b.Run(f.name, func(b *testing.B) {
			r := newRoom(b)
			r.start("flood", f.script)
			p := browser.Open(b, r.serve().URL, desktopWidth, desktopHeight)
			p.Until("the flood is seen", `document.querySelectorAll('.screen .row').length > 0`)
			const measure = `(async () => {
				let messages = 0, drawn = 0, refreshes = 0, changed = false;
				const look = new MutationObserver(() => { messages++; changed = true });
				look.observe(document.querySelector('.live'), {subtree: true, childList: true, attributes: true, characterData: true});
				const began = performance.now();
				while (performance.now() - began < 5000) {
					await new Promise(requestAnimationFrame);
					refreshes++;
					if (changed) drawn++;
					changed = false;
				}
				const seconds = (performance.now() - began) / 1000;
				return [messages / seconds, drawn / seconds, refreshes / seconds, messages];
			})()`
			before := p.Worked()
			rates := browser.Value[[]float64](p, measure)
			b.ReportMetric((p.Worked()-before).Seconds()*1000/rates[3], "ms/frame")
			b.ReportMetric(rates[0], "frames/s")
			b.ReportMetric(rates[1], "drawn/s")
			b.ReportMetric(rates[2], "refreshes/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}
