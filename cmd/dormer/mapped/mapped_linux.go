package mapped

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// GiveBack gives back what is mapped of the program's file and is as it is there. Whoever
// runs meanwhile, and this itself, has what it uses mapped again. Where the kernel does
// not say what is mapped, nothing is done.
func GiveBack() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	list, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	for _, m := range untouched(list, program) {
		// What fails leaves these pages mapped.
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, m.start, m.end-m.start, unix.MADV_DONTNEED)
	}
}

// mapping is a range of addresses, half open.
type mapping struct{ start, end uintptr }

// untouched are the mappings of a file that nobody can write to, and in which nothing is
// but what the file has, as proc(5) lists them in smaps: a line that begins with the
// range, "00400000-008df000 r-xp 00001000 fe:00 1046 /usr/bin/dormer", then lines of
// names and values, of which Anonymous is how much differs from the file.
func untouched(smaps []byte, file string) (found []mapping) {
	var last mapping
	ours := false
	for line := range bytes.Lines(smaps) {
		f := bytes.Fields(line)
		if len(f) > 4 && bytes.IndexByte(f[0], '-') > 0 {
			last, ours = parse(f[0])
			ours = ours && f[1][1] == '-' && bytes.HasSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte(" "+file))
			continue
		}
		if ours && len(f) > 1 && string(f[0]) == "Anonymous:" && string(f[1]) == "0" {
			found = append(found, last)
		}
	}
	return found
}

// parse reads a range as smaps writes it.
func parse(text []byte) (mapping, bool) {
	from, to, _ := bytes.Cut(text, []byte("-"))
	start, err := strconv.ParseUint(string(from), 16, 64)
	if err != nil {
		return mapping{}, false
	}
	end, err := strconv.ParseUint(string(to), 16, 64)
	return mapping{uintptr(start), uintptr(end)}, err == nil
}
