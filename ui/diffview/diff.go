package diffview

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// Diff is what a worktree changed.
type Diff struct {
	// Base says what it is compared with, in words.
	Base  string
	Files []File
}

// File is a file that was changed.
type File struct {
	// Name is its path in the worktree, Old the one before a rename or copy, else empty.
	Name, Old      string
	Kind           Kind
	Added, Deleted int // lines
	Binary         bool
	// Modes says how its mode changed; empty if it did not.
	Modes string
	// patch is its part of the diff, and begins with "diff --git".
	patch []byte
}

// Kind is how a file was changed, by the letters of git status.
type Kind byte

const (
	Modified  Kind = 'M'
	Added     Kind = 'A'
	Deleted   Kind = 'D'
	Renamed   Kind = 'R'
	Copied    Kind = 'C'
	Untracked Kind = '?'
	// Gone is a file with comments that is not changed any more.
	Gone Kind = ' '
)

func (k Kind) String() string {
	switch k {
	case Modified:
		return "modified"
	case Added:
		return "new"
	case Deleted:
		return "deleted"
	case Renamed:
		return "renamed"
	case Copied:
		return "copied"
	case Untracked:
		return "untracked"
	case Gone:
	}
	return "no longer changed"
}

// beginsFile begins the part of a diff that is about a file. Lines of content have another
// character before them.
const beginsFile = "diff --git "

// Parse reads what git diff prints with names that are quoted where they have to be. The files
// that untracked names are told apart from other new ones.
func Parse(patch []byte, untracked []string) []File {
	unknown := map[string]bool{}
	for _, name := range untracked {
		unknown[name] = true
	}
	var files []File
	for patch = fromFile(patch); len(patch) > 0; {
		end := len(patch)
		if next := bytes.Index(patch, []byte("\n"+beginsFile)); next >= 0 {
			end = next + 1
		}
		f := parseFile(patch[:end:end])
		if f.Kind == Added && unknown[f.Name] {
			f.Kind = Untracked
		}
		files = append(files, f)
		patch = patch[end:]
	}
	return files
}

// fromFile is a patch without what stands before its first file.
func fromFile(patch []byte) []byte {
	if bytes.HasPrefix(patch, []byte(beginsFile)) {
		return patch
	}
	if at := bytes.Index(patch, []byte("\n"+beginsFile)); at >= 0 {
		return patch[at+1:]
	}
	return nil
}

// parseFile reads the head of a file's part of the diff, and counts its lines.
func parseFile(patch []byte) File {
	head, body := patch, []byte(nil)
	if at := bytes.Index(patch, []byte("\n@@ ")); at >= 0 {
		head, body = patch[:at+1], patch[at+1:]
	}
	f := File{patch: patch, Kind: Modified}
	f.Added, f.Deleted = countLines(body)
	f.Binary = bytes.Contains(head, []byte("\nBinary files "))
	parsed, _, err := gitdiff.Parse(bytes.NewReader(withoutMarker(head)))
	if err != nil || len(parsed) == 0 {
		first, _, _ := strings.Cut(string(head), "\n")
		f.Name = strings.TrimPrefix(first, beginsFile) // as git wrote both names
		return f
	}
	p := parsed[0]
	f.Name = p.NewName
	switch {
	case p.IsNew:
		f.Kind = Added
	case p.IsDelete:
		f.Kind, f.Name = Deleted, p.OldName
	case p.IsRename:
		f.Kind, f.Old = Renamed, p.OldName
	case p.IsCopy:
		f.Kind, f.Old = Copied, p.OldName
	case p.NewMode != 0 && p.NewMode != p.OldMode:
		f.Modes = fmt.Sprintf("mode %o, was %o", p.NewMode, p.OldMode)
	}
	return f
}

// withoutMarker is the head of a file without the line that says that it is binary, whose form
// the parser does not know.
func withoutMarker(head []byte) []byte {
	if at := bytes.Index(head, []byte("\nBinary files ")); at >= 0 {
		return head[:at+1]
	}
	return head
}

// countLines counts the lines that were added and deleted.
func countLines(body []byte) (added, deleted int) {
	for line := range bytes.Lines(body) {
		switch line[0] {
		case '+':
			added++
		case '-':
			deleted++
		}
	}
	return added, deleted
}

// Side is which of a file's two versions a line is in.
type Side string

const (
	NewSide Side = "new"
	OldSide Side = "old"
)

// lineKind is what a line of the diff of a file is.
type lineKind uint8

const (
	contextLine lineKind = iota
	addedLine
	deletedLine
	hunkLine // begins a part of the file
	noteLine // says something about the file
	lostLine // has a comment, and is not in the diff
)

// line is a line of the diff of a file.
type line struct {
	kind lineKind
	// old and new are its numbers in the two versions of the file, 0 where it has none.
	old, new int
	text     string // safe to draw
}

// place is where a comment on the line is, with its version of the file; false if the line takes
// none.
func (l line) place() (Side, int, bool) {
	switch l.kind {
	case contextLine, addedLine:
		return NewSide, l.new, true
	case deletedLine:
		return OldSide, l.old, true
	case lostLine:
		if l.new > 0 {
			return NewSide, l.new, true
		}
		return OldSide, l.old, true
	case hunkLine, noteLine:
	}
	return "", 0, false
}

// lines reads the lines of a file's diff.
func (f File) lines() []line {
	var out []line
	for _, note := range f.notes() {
		out = append(out, line{kind: noteLine, text: safe(note)})
	}
	if len(f.patch) == 0 || f.Binary {
		return out
	}
	parsed, _, err := gitdiff.Parse(bytes.NewReader(f.patch))
	if err != nil || len(parsed) == 0 {
		return append(out, f.unparsed()...)
	}
	for _, part := range parsed[0].TextFragments {
		out = append(out, line{kind: hunkLine, text: safe(part.Header())})
		out = slices.Grow(out, len(part.Lines))
		old, new := int(part.OldPosition), int(part.NewPosition)
		for _, l := range part.Lines {
			text, ended := strings.CutSuffix(l.Line, "\n")
			one := line{text: safe(text)}
			switch l.Op {
			case gitdiff.OpContext:
				one.old, one.new = old, new
				old, new = old+1, new+1
			case gitdiff.OpAdd:
				one.kind, one.new = addedLine, new
				new++
			case gitdiff.OpDelete:
				one.kind, one.old = deletedLine, old
				old++
			}
			out = append(out, one)
			if !ended {
				out = append(out, line{kind: noteLine, text: "(no newline at the end of the file)"})
			}
		}
	}
	return out
}

// unparsed is a diff that could not be parsed, as it is.
func (f File) unparsed() []line {
	out := []line{{kind: noteLine, text: "this part of the diff could not be read; it is shown as git wrote it"}}
	for text := range strings.Lines(string(f.patch)) {
		out = append(out, line{kind: noteLine, text: safe(strings.TrimSuffix(text, "\n"))})
	}
	return out
}

// notes says what there is to know of a file besides its lines.
func (f File) notes() (notes []string) {
	switch {
	case f.Old != "":
		notes = append(notes, f.Kind.String()+" from "+f.Old)
	case f.Kind == Gone:
		notes = append(notes, "this file is no longer changed; its comments are kept")
	}
	if f.Modes != "" {
		notes = append(notes, f.Modes)
	}
	switch {
	case f.Binary:
		notes = append(notes, "a binary file, or a very large one: it is not shown")
	case f.Kind == Deleted && f.Deleted == 0, (f.Kind == Added || f.Kind == Untracked) && f.Added == 0:
		notes = append(notes, "an empty file")
	case len(notes) == 0 && f.Added+f.Deleted == 0:
		notes = append(notes, "nothing to show")
	}
	return notes
}
