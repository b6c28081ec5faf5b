package catalogue

import (
	"io"
	"time"

	"dormer/session/grid"
)

// WriteStats writes the resources that sessions use as a table for people. The entries were
// measured twice by a [Meter].
func WriteStats(w io.Writer, chosen []*Entry) error {
	lines := [][]string{append(append([]string{"SESSION", "NAME"}, headings(usageColumns)...), "DESCRIPTION")}
	for _, e := range chosen {
		line := append(append([]string{e.Short(), e.Name()}, e.Usage.cells()...), grid.Cut(Printable(e.Description()), statsDescription))
		lines = append(lines, printableCells(line))
	}
	return WriteColumns(w, lines)
}

// statsDescription is the largest width of a description in that table, in columns.
const statsDescription = 40

// StatsRow is the resources of a session in JSON. All members are always present: unknown ones are
// null.
type StatsRow struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	UsageRow
}

// UsageRow is a [Usage] in JSON.
type UsageRow struct {
	// CPUPercent is the percentage of one processor.
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

// WriteStatsJSON writes the resources that sessions use as an object with the members "schema",
// "seconds", the time over which the processor time was measured, and "sessions".
func WriteStatsJSON(w io.Writer, chosen []*Entry, over time.Duration) error {
	rows := []StatsRow{}
	for _, e := range chosen {
		rows = append(rows, StatsRow{ID: e.Key(), Name: e.Name(), UsageRow: e.Usage.row()})
	}
	return WriteJSON(w, struct {
		Schema   int        `json:"schema"`
		Seconds  float64    `json:"seconds"`
		Sessions []StatsRow `json:"sessions"`
	}{Schema, over.Seconds(), rows})
}
