package branch

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

const (
	// mostHead is how much of a HEAD or a .git file is read, in bytes.
	mostHead = 4 << 10
	// shortCommit is how many digits tell a commit.
	shortCommit = 7
	// mostName is how long a branch's name may be, in bytes.
	mostName = 200
)

// Of returns the branch that a directory is on: its name, the beginning of a commit
// where no branch is checked out, empty outside of a repository and where none can be
// read.
func Of(dir string) string {
	if !filepath.IsAbs(dir) {
		return ""
	}
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if st, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return nameIn(repository(at, st))
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// repository is the directory that holds the HEAD of what is checked out in a
// directory, whose .git is st.
func repository(dir string, st fs.FileInfo) string {
	git := filepath.Join(dir, ".git")
	if st.IsDir() {
		return git
	}
	to, ok := strings.CutPrefix(read(git), "gitdir:")
	if to = strings.TrimSpace(to); !ok || to == "" {
		return ""
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(dir, to)
	}
	return to
}

// nameIn is the branch that the HEAD in a directory names.
func nameIn(git string) string {
	if git == "" {
		return ""
	}
	head := strings.TrimSpace(read(filepath.Join(git, "HEAD")))
	if ref, ok := strings.CutPrefix(head, "ref:"); ok {
		name := strings.TrimPrefix(strings.TrimSpace(ref), "refs/heads/")
		if strings.HasPrefix(name, ".") { // a repository of reftables says refs/heads/.invalid
			return ""
		}
		return strings.Map(printed, name[:min(len(name), mostName)])
	}
	if len(head) < shortCommit || !isHex(head) {
		return ""
	}
	return head[:shortCommit]
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// IsCommit reports whether what [Of] returned is the beginning of a commit. A branch of such a name
// is taken for one.
func IsCommit(name string) bool { return len(name) == shortCommit && isHex(name) }

// printed leaves out what a terminal or a reader would take for an instruction: the file
// may not be git's.
func printed(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar {
		return -1
	}
	return r
}

// read is the beginning of a regular file, empty for anything else.
func read(path string) string {
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		return "" // a FIFO would wait for somebody who writes
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, mostHead))
	if err != nil {
		return ""
	}
	return string(data)
}
