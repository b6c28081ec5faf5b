package fonts

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// mostFiles is the maximum number of fonts to open for one picture.
const mostFiles = 400

// Shelf holds the fonts of some directories. It is for one goroutine.
type Shelf struct {
	dirs   []string
	files  []string // not opened yet, the most likely first
	listed bool
	opened []*opentype.Font
	open   []*os.File
	faces  map[*opentype.Font]font.Face
	known  map[rune]font.Face
}

// In returns a shelf of the fonts in directories and their subdirectories. Nothing is read until
// the first call of [Shelf.Face].
func In(dirs ...string) *Shelf {
	return &Shelf{dirs: dirs, faces: map[*opentype.Font]font.Face{}, known: map[rune]font.Face{}}
}

// Installed returns a shelf of the font directories of Linux, the BSDs and macOS, and of the user.
func Installed() *Shelf {
	dirs := []string{"/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"}
	if home, err := os.UserHomeDir(); err == nil {
		for _, dir := range []string{".local/share/fonts", ".fonts", "Library/Fonts"} {
			dirs = append(dirs, filepath.Join(home, dir))
		}
	}
	return In(dirs...)
}

// Face returns a font that has a character, at a size in pixels per em; nil if no font has it. All
// calls must use the same size.
func (s *Shelf) Face(r rune, pixels float64) font.Face {
	face, known := s.known[r]
	if !known {
		if f := s.with(r); f != nil {
			face = s.faceOf(f, pixels)
		}
		s.known[r] = face
	}
	return face
}

// Close closes the files. The faces must not be used after that.
func (s *Shelf) Close() {
	for _, f := range s.open {
		_ = f.Close() // it was only read
	}
	s.open, s.opened, s.known = nil, nil, map[rune]font.Face{}
}

// with returns the first font that has a character, or nil.
func (s *Shelf) with(r rune) *opentype.Font {
	for _, f := range s.opened {
		if has(f, r) {
			return f
		}
	}
	if !s.listed {
		s.files, s.listed = list(s.dirs), true
	}
	for len(s.files) > 0 {
		path := s.files[0]
		s.files = s.files[1:]
		before := len(s.opened)
		s.read(path)
		for _, f := range s.opened[before:] {
			if has(f, r) {
				return f
			}
		}
	}
	return nil
}

// read opens the first font of a file, unless the file is damaged.
func (s *Shelf) read(path string) {
	file, err := os.Open(path)
	if err != nil {
		return
	}
	s.open = append(s.open, file)
	collection, err := opentype.ParseCollectionReaderAt(file)
	if err != nil {
		return
	}
	if f, err := collection.Font(0); err == nil { // the others are for other languages
		s.opened = append(s.opened, f)
	}
}

func (s *Shelf) faceOf(f *opentype.Font, pixels float64) font.Face {
	face, ok := s.faces[f]
	if !ok {
		if made, err := opentype.NewFace(f, &opentype.FaceOptions{Size: pixels, DPI: 72, Hinting: font.HintingFull}); err == nil {
			face = made
		}
		s.faces[f] = face
	}
	return face
}

func has(f *opentype.Font, r rune) bool {
	i, err := f.GlyphIndex(nil, r)
	return err == nil && i != 0
}

// list returns the font files below some directories: first those most likely to have the missing
// characters, and of those the regular ones first.
func list(dirs []string) (files []string) {
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() && isFont(path) {
				files = append(files, path)
			}
			return nil // a directory that cannot be read has no fonts
		})
	}
	slices.SortStableFunc(files, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
	return files[:min(len(files), mostFiles)]
}

// isFont reports whether a file is a font with outlines. Colour emoji fonts are excluded: they hold
// pictures.
func isFont(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	return slices.Contains([]string{".ttf", ".otf", ".ttc", ".otc"}, filepath.Ext(name)) && !strings.Contains(name, "color")
}

// rank returns the position of a font in the search order, judged by its file name. Lower ranks
// come first.
func rank(path string) int {
	name := strings.ToLower(filepath.Base(path))
	for i, part := range []string{"sansmono", "mono", "sanscjk", "cjk", "pingfang", "hiragino", "gothic", "wqy", "fallback", "unicode", "unifont"} {
		if strings.Contains(name, part) {
			if strings.Contains(name, "bold") || strings.Contains(name, "italic") || strings.Contains(name, "oblique") {
				return 50 + i
			}
			return i
		}
	}
	return 100
}
