package files

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dormer/session/private"
	"dormer/ui/config"
	"dormer/ui/config/located"
	"dormer/ui/fresh"
	"dormer/ui/homedir"
	"dormer/ui/template"
)

// Ending is the extension of template files.
const Ending = ".toml"

// Find returns the file that a name refers to: the file of that name if it exists, relative to
// below, or else the template of that name in the directory of templates.
func Find(name, templates, below string) string {
	path := full(name, below)
	if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() || strings.ContainsRune(name, '/') {
		return path
	}
	kept := filepath.Join(templates, strings.TrimSuffix(name, Ending)+Ending)
	if _, err := os.Stat(kept); err == nil {
		return kept
	}
	return path
}

// Path returns the file to write a template to. A name that contains a slash or ends in [Ending] is
// a file relative to below; any other name is in the directory of templates.
func Path(name, templates, below string) string {
	if strings.ContainsRune(name, '/') || strings.HasSuffix(name, Ending) {
		return full(name, below)
	}
	return filepath.Join(templates, name+Ending)
}

// full returns a file name as an absolute path: relative to below, with ~ for the home directory.
func full(name, below string) string {
	home, _ := os.UserHomeDir() // without a home directory, ~ is not expanded
	return homedir.Full(name, below, home)
}

// Read reads a template from a file. It returns all errors in the file.
func Read(path string, agents config.Agents) (template.Template, []byte, []error) {
	data, err := located.Load(path)
	if err == nil && data == nil {
		err = errors.New("there is no such file: dormer template save writes one")
	}
	if err != nil {
		return template.Template{}, nil, []error{config.Problem{At: config.Place{File: path}, Err: err}}
	}
	home, _ := os.UserHomeDir()
	t, problems := template.Parse(data, template.Env{File: path, Home: home, Agent: agents.Find, IsDir: func(dir string) bool {
		st, err := os.Stat(dir)
		return err == nil && st.IsDir()
	}})
	return t, data, problems
}

// Name returns the name of the template in a file.
func Name(path string) string { return strings.TrimSuffix(filepath.Base(path), Ending) }

// Titled returns the template with a title: its own, or else the name of its file.
func Titled(t template.Template, path string) template.Template {
	t.Title = cmp.Or(t.Title, Name(path))
	return t
}

// Names returns the names of the templates in a directory, which need not exist.
func Names(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), Ending); ok && !e.IsDir() {
			names = append(names, name)
		}
	}
	return names, err
}

// Write writes a template to a new file. It makes the directory if necessary, and returns an error
// if the file exists.
func Write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write the template: %w: name another file", err)
	}
	return fresh.Write("the template", path, text)
}

// Replace writes a template to a file and overwrites the file if it exists.
func Replace(path string, text []byte) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = private.ReplaceContent(path, text)
	}
	if err != nil {
		return fmt.Errorf("write the template: %w: name another file", err)
	}
	return nil
}
