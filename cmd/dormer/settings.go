package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"dormer/session/private"
	"dormer/ui/config"
	"dormer/ui/config/located"
	"dormer/ui/config/watch"
)

// settings are the configuration of this user, and the flags that override it.
type settings struct {
	path     string
	override func(*config.Config)
}

// read reads the file, and the environment variables that override it.
func (s settings) read() (config.Config, []error) {
	c, problems := s.readFile()
	problems = append(problems, c.SetFrom(os.Environ())...)
	if shell := c.Panes.Shell; shell != "" {
		if found, err := exec.LookPath(shell); err == nil {
			c.Panes.Shell = found
		} else {
			problems = append(problems, config.Problem{At: c.From["panes.shell"], Err: fmt.Errorf("panes.shell: %q cannot be run: name a program, without arguments", shell)})
			c.Panes.Shell = ""
		}
	}
	s.change(&c)
	return c, problems
}

// readFile reads the file. A missing file is no mistake: the defaults apply.
func (s settings) readFile() (config.Config, []error) {
	data, err := located.Load(s.path)
	if err != nil {
		return config.Default(), []error{config.Problem{At: config.Place{File: s.path}, Err: err}}
	}
	return config.Parse(s.path, data)
}

// change sets the options that depend on the environment, and applies the flags.
func (s settings) change(c *config.Config) {
	// As tmux does, but with vi's keys if neither editor is named.
	editors := os.Getenv("VISUAL") + os.Getenv("EDITOR")
	c.Keys.Emacs = c.Keys.Style == config.EmacsStyle || c.Keys.Style == config.AnyStyle && strings.Contains(editors, "emacs")
	if s.override != nil {
		s.override(c)
	}
}

// createFile writes a file with every key at its default. If the file exists, the error is
// [fs.ErrExist].
func (s settings) createFile() error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	_, err = f.WriteString(config.Document())
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(s.path) // a partial file would be mistaken for the user's
		return fmt.Errorf("write the configuration: %w", err)
	}
	return nil
}

// file returns the path of the file, and writes the defaults if it does not exist.
func (s settings) file() (string, error) {
	if err := s.createFile(); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return s.path, nil
}

// set writes the value of one key into the file, which it makes if it does not exist. The rest of
// the file stays unchanged.
func (s settings) set(key, value string) (string, error) {
	if o, err := config.Lookup(key); err == nil && os.Getenv(o.Variable()) != "" {
		return s.path, fmt.Errorf("%s is set, and overrides the file: unset it", o.Variable())
	}
	path := s.path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // write to the target of a link
	}
	data, err := located.Load(path)
	if err != nil {
		return s.path, fmt.Errorf("%s: %w", s.path, err)
	}
	if len(data) > located.MaxFile {
		return s.path, fmt.Errorf("%s is too large for a configuration", s.path)
	}
	data, err = config.Set(s.path, data, key, value)
	if err != nil {
		return s.path, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return s.path, fmt.Errorf("write the configuration: %w", err)
	}
	if err := private.ReplaceContent(path, data); err != nil {
		return s.path, fmt.Errorf("write the configuration: %w", err)
	}
	return s.path, nil
}

// fileStamp identifies the state of a file, to detect changes. The zero stamp is that of no file.
type fileStamp struct {
	size    int64
	changed time.Time
}

func fileStampOf(path string) fileStamp {
	st, err := os.Stat(path)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{st.Size(), st.ModTime()}
}

// followConfig calls changed whenever the configuration may have changed since the stamp was taken,
// until the context ends.
func followConfig(ctx context.Context, path string, since fileStamp, changed func()) {
	// Its own directory is watched, not its parent, in which others write. If it cannot be watched,
	// config.reload still reads the file.
	_ = os.MkdirAll(filepath.Dir(path), 0o700)
	_ = watch.File(ctx, path, changed)
	if fileStampOf(path) != since { // changed before it was watched
		changed()
	}
}
