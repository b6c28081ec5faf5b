package catalogue

import (
	"io"
	"time"

	"dormer/session/grid"
)

// WriteStats writes what sessions use as lines for people: entries that a [Meter] has looked
// at twice.
func (l Listing) WriteStats(w io.Writer, chosen []*Entry) error {
	lines := [][]string{append(append([]string{"SESSION", "NAME"}, headings(usageColumns)...), "DESCRIPTION")}
	for _, e := range chosen {
		line := append(append([]string{l.ShortKey(e), e.Name()}, e.Usage.cells()...), grid.Cut(Printable(e.Description()), statsDescription))
		for i := range line {
			if line[i] = Printable(line[i]); line[i] == "" {
				line[i] = none
			}
		}
		lines = append(lines, line)
	}
	return WriteColumns(w, lines)
}

// statsDescription is the most columns of a description there.
const statsDescription = 40

// StatsRow is what a session uses as programs read it. All members are always there: what
// is not known is null.
type StatsRow struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	UsageRow
}

// UsageRow is a [Usage] as programs read it.
type UsageRow struct {
	// CPUPercent is of one processor.
	CPUPercent  *float64 `json:"cpu_percent"`
	MemoryBytes *int64   `json:"memory_bytes"`
	Processes   *int     `json:"processes"`
	Ports       []int    `json:"ports"`
}

func (u *Usage) row() UsageRow {
	if u == nil {
		return UsageRow{}
	}
	return UsageRow{CPUPercent: u.CPU, MemoryBytes: &u.Memory, Processes: &u.Processes, Ports: u.Ports}
}

// WriteStatsJSON writes what sessions use as an object with the members "schema", "seconds",
// over which the processor time was measured, and "sessions".
func WriteStatsJSON(w io.Writer, chosen []*Entry, over time.Duration) error {
	rows := []StatsRow{}
	for _, e := range chosen {
		rows = append(rows, StatsRow{ID: e.Key(), Name: e.Name(), UsageRow: e.Usage.row()})
	}
	return writeJSON(w, struct {
		Schema   int        `json:"schema"`
		Seconds  float64    `json:"seconds"`
		Sessions []StatsRow `json:"sessions"`
	}{Schema, over.Seconds(), rows})
}
