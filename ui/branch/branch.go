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
	// maxHead is the number of bytes that are read of a HEAD or .git file.
	maxHead = 4 << 10
	// shortCommit is the number of digits of an abbreviated commit.
	shortCommit = 7
	// maxName is the maximum length of a branch's name, in bytes.
	maxName = 200
)

// Of returns the branch of a directory, or the beginning of a commit if no branch is checked out.
// It is empty outside of a repository and if neither can be read.
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

// repository returns the directory that contains the HEAD of the checkout in dir. st describes
// dir's .git.
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

// nameIn returns the branch or commit in the HEAD of a directory.
func nameIn(git string) string {
	if git == "" {
		return ""
	}
	head := strings.TrimSpace(read(filepath.Join(git, "HEAD")))
	if ref, ok := strings.CutPrefix(head, "ref:"); ok {
		name := strings.TrimPrefix(strings.TrimSpace(ref), "refs/heads/")
		if strings.HasPrefix(name, ".") { // with reftables, HEAD is refs/heads/.invalid
			return ""
		}
		return strings.Map(dropUnsafe, name[:min(len(name), maxName)])
	}
	if len(head) < shortCommit || !isHex(head) {
		return ""
	}
	return head[:shortCommit]
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// IsCommit reports whether a result of [Of] is the beginning of a commit. It cannot tell a branch
// whose name looks like one.
func IsCommit(name string) bool { return len(name) == shortCommit && isHex(name) }

// dropUnsafe drops characters that a terminal or a reader would take for an instruction: the file may
// not have been written by git.
func dropUnsafe(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar {
		return -1
	}
	return r
}

// read returns the beginning of a regular file; empty for anything else.
func read(path string) string {
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		return "" // reading a FIFO would wait for a writer
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }() // nothing was written, so an error does not matter
	data, err := io.ReadAll(io.LimitReader(f, maxHead))
	if err != nil {
		return ""
	}
	return string(data)
}
