package host_test

import (
	"testing"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/wire"
)

// BenchmarkSearch measures a search in a million lines of a log, from a viewer's request to the reply.
func BenchmarkSearch(b *testing.B) {
	const script = `awk 'BEGIN { for (i = 0; i < 1000000; i++)
		printf "2026-01-02T03:%02d:%02d.%03dZ INFO  server/handler.go:%d request %d served in %d ms, %d bytes\n",
			i/60%60, i%60, i%1000, 100+i%37, i, i%251, i*7919%100000 }'; echo ready; read x`
	spec := specOf(sh(script)...)
	spec.Size = session.Size{Rows: 50, Cols: 120}
	h, err := host.Start(spec, host.Options{HistoryLines: 1_000_000, HistoryBytes: 1 << 30})
	if err != nil {
		b.Fatal(err)
	}
	s := attachTo(b, h, spec.Size)
	b.Cleanup(s.leave)
	s.Shows("ready")
	for name, q := range map[string]wire.Query{
		"smart_case": {Text: "request 777777 "},
		"match_case": {Text: "request 777777 ", Case: wire.MatchCase},
		"every_line": {Text: "info"},
		"expression": {Text: "request 7+ served", Regexp: true, Case: wire.MatchCase},
		"no_match":   {Text: "request -1"},
	} {
		b.Run(name, func(b *testing.B) {
			s.t = b
			for b.Loop() {
				s.Events = nil
				if r := s.search(wire.Search{Query: q, Max: 1000}); r.Total == 0 && name != "no_such_one" || r.Range.Len() < 1_000_000 {
					b.Fatalf("%d found in %d lines", r.Total, r.Range.Len())
				}
			}
		})
	}
	s.t = b
}
