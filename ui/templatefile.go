package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dormer/ui/config"
	"dormer/ui/config/located"
	"dormer/ui/template"
)

// templateEnd ends the names of templates.
const templateEnd = ".toml"

// FindTemplate is the file that a name means: a file, where there is one of that name,
// counted from below; or one in the directory of templates.
func FindTemplate(name, templates, below string) string {
	path := homeDir(name, below)
	if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() || strings.ContainsRune(name, '/') {
		return path
	}
	kept := filepath.Join(templates, strings.TrimSuffix(name, templateEnd)+templateEnd)
	if _, err := os.Stat(kept); err == nil {
		return kept
	}
	return path
}

// TemplateFile is the file that a template is written to: one that is named as a file
// counts from below, any other name is kept among the templates.
func TemplateFile(name, templates, below string) string {
	if strings.ContainsRune(name, '/') || strings.HasSuffix(name, templateEnd) {
		return homeDir(name, below)
	}
	return filepath.Join(templates, name+templateEnd)
}

// ReadTemplate reads a template from a file; the errors say all that is wrong.
func ReadTemplate(path string) (template.Template, []byte, []error) {
	data, err := located.Load(path)
	if err == nil && data == nil {
		err = errors.New("there is no such file: dormer template save writes one")
	}
	if err != nil {
		return template.Template{}, nil, []error{config.Problem{At: config.Place{File: path}, Err: err}}
	}
	home, _ := os.UserHomeDir()
	t, problems := template.Parse(data, template.Around{File: path, Home: home, IsDir: func(dir string) bool {
		st, err := os.Stat(dir)
		return err == nil && st.IsDir()
	}})
	return t, data, problems
}

// TemplateNames are the names of the templates in a directory, which need not be there.
func TemplateNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), templateEnd); ok && !e.IsDir() {
			names = append(names, name)
		}
	}
	return names, err
}

// WriteTemplate writes a template to a file that is not there yet; its directory is
// made where it is missing.
func WriteTemplate(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write the template: %w: name another file", err)
	}
	return writeFresh("the template", path, text)
}
