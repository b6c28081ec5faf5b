package mapped

import (
	"bytes"
	"os"
	"reflect"
	"strconv"
	"testing"
	"unsafe"
)

const smaps = `00400000-008e0000 r-xp 00000000 fe:00 104611                             /usr/bin/dormer
Size:               4992 kB
Rss:                4868 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
008e0000-00da6000 r--p 004e0000 fe:00 104611                             /usr/bin/dormer
Rss:                4628 kB
Anonymous:             4 kB
00da6000-00ed8000 rw-p 009a6000 fe:00 104611                             /usr/bin/dormer
Anonymous:             0 kB
00ed8000-00f00000 r--p 009a6000 fe:00 104611                             /usr/bin/dormer
Anonymous:             0 kB
00f00000-00f10000 r--p 00000000 fe:00 104612                             /usr/lib/other/usr/bin/dormer
Anonymous:             0 kB
1cc503400000-1cc503c00000 rw-p 00000000 00:00 0 
Anonymous:          2328 kB
7fffba442000-7fffba463000 r--p 00000000 00:00 0                          [stack]
Anonymous:             0 kB
`

// What was written to, can be, or is of another file stays.
func TestUntouched(t *testing.T) {
	want := []mapping{{0x400000, 0x8e0000}, {0xed8000, 0xf00000}}
	if got := untouched([]byte(smaps), "/usr/bin/dormer"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
	for _, damaged := range []string{"", "\n", "x", "a-b", "z-y r--p 0 0 0 /usr/bin/dormer\nAnonymous: 0 kB\n", "1-z r-xp 0 0 0 /usr/bin/dormer\nAnonymous: 0"} {
		if got := untouched([]byte(damaged), "/usr/bin/dormer"); got != nil {
			t.Errorf("of %q: %x", damaged, got)
		}
	}
}

// resident is how much is mapped of what would be given back, in kB.
func resident(t *testing.T) (total int) {
	t.Helper()
	list, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip("what is mapped is not told here:", err)
	}
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	ours := false
	for line := range bytes.Lines(list) {
		f := bytes.Fields(line)
		switch {
		case len(f) > 5 && bytes.IndexByte(f[0], '-') > 0:
			ours = string(f[5]) == program && f[1][1] == '-'
		case ours && string(f[0]) == "Rss:":
			n, err := strconv.Atoi(string(f[1]))
			if err != nil {
				t.Fatal(err)
			}
			total += n
		}
	}
	return total
}

// touch reads a byte of each page of the program's code and constants.
func touch(t *testing.T) (sum int) {
	t.Helper()
	list, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip("what is mapped is not told here:", err)
	}
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range untouched(list, program) {
		for page := m.start; page < m.end; page += uintptr(os.Getpagesize()) {
			sum += int(**(**byte)(unsafe.Pointer(&page)))
		}
	}
	return sum
}

func TestGiveBack(t *testing.T) {
	first := touch(t)
	before := resident(t)
	if before == 0 {
		t.Skip("the program has no mapping of its own here")
	}
	GiveBack()
	after := resident(t)
	if after > before*3/4 { // what runs just now is there again
		t.Errorf("%d kB are mapped, and were %d", after, before)
	}
	if again := touch(t); again != first {
		t.Errorf("the bytes of the program add up to %d, and did to %d", again, first)
	}
}
