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

// settings are the configuration of this user, and what the command line says
// instead of it.
type settings struct {
	path     string
	override func(*config.Config)
}

// read reads the file and what the environment says instead of it.
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

// readFile reads the file. One that is not there is no mistake: the defaults hold.
func (s settings) readFile() (config.Config, []error) {
	data, err := located.Load(s.path)
	if err != nil {
		return config.Default(), []error{config.Problem{At: config.Place{File: s.path}, Err: err}}
	}
	return config.Parse(s.path, data)
}

// change fills in what the configuration leaves to the environment, and what the
// command line says.
func (s settings) change(c *config.Config) {
	// As tmux decides it, but with vi's where neither is named.
	editors := os.Getenv("VISUAL") + os.Getenv("EDITOR")
	c.Keys.Emacs = c.Keys.Style == config.EmacsStyle || c.Keys.Style == config.AnyStyle && strings.Contains(editors, "emacs")
	if s.override != nil {
		s.override(c)
	}
}

// begin writes a file with every key at its default. The error is [fs.ErrExist] where
// there is one.
func (s settings) begin() error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("write the configuration: %w", err)
	}
	_, err = f.WriteString(config.Document())
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(s.path) // part of it would be taken for what somebody wrote
		return fmt.Errorf("write the configuration: %w", err)
	}
	return nil
}

// file is the file, begun where there was none.
func (s settings) file() (string, error) {
	if err := s.begin(); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return s.path, nil
}

// keep writes the value of one key into the file, and makes the file where there is
// none. All else in it stays.
func (s settings) keep(key, value string) (string, error) {
	if o, err := config.Lookup(key); err == nil && os.Getenv(o.Variable()) != "" {
		return s.path, fmt.Errorf("%s is set, and overrides the file: unset it", o.Variable())
	}
	path := s.path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // of a link the file that it leads to is written
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

// fileStamp is the state of a file by which one sees that it was changed; the zero stamp is
// that of none.
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

// followConfig calls changed whenever the configuration may have changed since it had the
// stamp, until the context ends.
func followConfig(ctx context.Context, path string, since fileStamp, changed func()) {
	// A directory of its own is watched, not its parent, in which others write. Where
	// nothing can be watched, config.reload still reads the file.
	_ = os.MkdirAll(filepath.Dir(path), 0o700)
	_ = watch.File(ctx, path, changed)
	if fileStampOf(path) != since { // before it was watched
		changed()
	}
}
