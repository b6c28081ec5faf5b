package vt

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"testing"
)

// FuzzSnapshot: a terminal that was restored does with all that follows what the one
// does that the snapshot was taken of, wherever it was taken, also in the middle of a
// character or a sequence.
func FuzzSnapshot(f *testing.F) {
	all := append(seeds[:len(seeds):len(seeds)], resetSeeds...)
	for i, prefix := range all {
		f.Add([]byte(prefix), []byte(all[(7*i+3)%len(all)]), uint8(i))
		f.Add([]byte(prefix[:len(prefix)/2]), []byte(prefix[len(prefix)/2:]+"\x1b\\x"), uint8(0))
	}
	f.Fuzz(func(t *testing.T, prefix, suffix []byte, size uint8) {
		one := New(5, 7, Options{HistoryLines: 30})
		_, _ = one.Write(prefix)
		one.TakeEvents()
		two, err := Restore(one.Snapshot(), Options{HistoryLines: 30})
		if err != nil {
			t.Fatal(err)
		}
		check(t, two)
		if one.Gen() != two.Gen() || dumpAll(one) != dumpAll(two) {
			t.Fatalf("after %q: %s", prefix, firstDifference(dumpAll(two), dumpAll(one)))
		}
		for _, term := range []*Terminal{one, two} {
			_, _ = term.Write(suffix)
			if size > 0 {
				term.Resize(int(size%9), int(size%13))
				_, _ = term.Write(suffix)
			}
		}
		check(t, two)
		if one.Gen() != two.Gen() || dumpAll(one) != dumpAll(two) {
			t.Fatalf("%q, a snapshot, then %q: %s", prefix, suffix, firstDifference(dumpAll(two), dumpAll(one)))
		}
	})
}

// What is not whole is an error and never a terminal.
func TestRestoreRefuses(t *testing.T) {
	term := New(3, 10, Options{})
	_, _ = term.Write([]byte("text\x1b[31m日\r\nmore"))
	whole := term.Snapshot()
	for n := range whole {
		if _, err := Restore(whole[:n], Options{}); err == nil {
			t.Fatalf("%d of %d bytes were restored", n, len(whole))
		}
		other := append([]byte(nil), whole...)
		other[n] ^= 0x20
		if _, err := Restore(other, Options{}); err == nil {
			t.Fatalf("restored with byte %d changed", n)
		}
	}
	later := append([]byte{snapshotVersion + 1}, whole[1:len(whole)-4]...)
	later = binary.BigEndian.AppendUint32(later, crc32.ChecksumIEEE(later))
	if _, err := Restore(later, Options{}); !errors.Is(err, ErrOtherVersion) {
		t.Errorf("another version: %v", err)
	}
	if _, err := Restore(append([]byte{9}, whole...), Options{}); err == nil || errors.Is(err, ErrOtherVersion) {
		t.Errorf("a byte more: %v", err)
	}
}
