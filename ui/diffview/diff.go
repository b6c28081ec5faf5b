package diffview

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// Diff holds the changes of a worktree.
type Diff struct {
	// Base describes the state that the worktree is compared with.
	Base  string
	Files []File
}

// File is a changed file.
type File struct {
	// Name is its path in the worktree. Old is its path before a rename or copy, else empty.
	Name, Old      string
	Kind           Kind
	Added, Deleted int // lines
	Binary         bool
	// Modes says how its mode changed; empty if it did not.
	Modes string
	// patch is its part of the diff, which begins with "diff --git".
	patch []byte
}

// Kind is the kind of a file's change, as the letter of git status.
type Kind byte

const (
	Modified  Kind = 'M'
	Added     Kind = 'A'
	Deleted   Kind = 'D'
	Renamed   Kind = 'R'
	Copied    Kind = 'C'
	Untracked Kind = '?'
	// Gone is a file with comments that is no longer changed.
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

// beginsFile begins a file's part of a diff. Lines of content begin with another character.
const beginsFile = "diff --git "

// Parse parses the output of git diff, in which file names are quoted if necessary. New files in
// untracked get the kind Untracked.
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

// fromFile returns a patch without the text before its first file.
func fromFile(patch []byte) []byte {
	if bytes.HasPrefix(patch, []byte(beginsFile)) {
		return patch
	}
	if at := bytes.Index(patch, []byte("\n"+beginsFile)); at >= 0 {
		return patch[at+1:]
	}
	return nil
}

// parseFile parses the header of a file's part of the diff, and counts its lines.
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
		f.Name = strings.TrimPrefix(first, beginsFile) // both names, as git wrote them
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

// withoutMarker returns a file's header without the line "Binary files ...", which the parser does
// not know.
func withoutMarker(head []byte) []byte {
	if at := bytes.Index(head, []byte("\nBinary files ")); at >= 0 {
		return head[:at+1]
	}
	return head
}

// countLines counts the added and deleted lines.
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

// Side is one of the two versions of a file.
type Side string

const (
	NewSide Side = "new"
	OldSide Side = "old"
)

// lineKind is the kind of a line of a file's diff.
type lineKind uint8

const (
	contextLine lineKind = iota
	addedLine
	deletedLine
	hunkLine // the header of a hunk
	noteLine // a note about the file
	lostLine // a line with a comment that is not in the diff
)

// line is a line of the diff of a file.
type line struct {
	kind lineKind
	// old and new are its numbers in the two versions of the file, 0 if it is not in one.
	old, new int
	text     string // safe to draw
}

// place returns the version and number for a comment on the line; false if it takes no comment.
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

// lines parses the lines of a file's diff.
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

// unparsed returns the raw lines of a diff that could not be parsed.
func (f File) unparsed() []line {
	out := []line{{kind: noteLine, text: "this part of the diff could not be read; it is shown as git wrote it"}}
	for text := range strings.Lines(string(f.patch)) {
		out = append(out, line{kind: noteLine, text: safe(strings.TrimSuffix(text, "\n"))})
	}
	return out
}

// notes returns notes about a file.
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
		notes = append(notes, "a binary or very large file: it is not shown")
	case f.Kind == Deleted && f.Deleted == 0, (f.Kind == Added || f.Kind == Untracked) && f.Added == 0:
		notes = append(notes, "an empty file")
	case len(notes) == 0 && f.Added+f.Deleted == 0:
		notes = append(notes, "nothing to show")
	}
	return notes
}
