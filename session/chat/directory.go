package chat

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	acp "github.com/coder/acp-go-sdk"
)

// maxFile is the largest file that an agent can read or write through dormer, in bytes: it must fit
// into a message.
const maxFile = 5 << 20

// directory is the directory of an agent. Nothing outside is read or written, not even through
// links.
type directory struct {
	root *os.Root
	// names are the absolute paths of the directory: as given, and without links.
	names []string
}

func openDirectory(dir string) (*directory, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	d := &directory{root: root, names: []string{filepath.Clean(dir)}}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		d.names = append(d.names, real)
	}
	return d, nil
}

func (d *directory) close() { _ = d.root.Close() }

// inside returns the path of a file within the directory.
func (d *directory) inside(path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.names[0], path)
	}
	for _, name := range d.names {
		if rel, err := filepath.Rel(name, path); err == nil && filepath.IsLocal(rel) {
			return rel, nil
		}
	}
	return "", fmt.Errorf("%s is outside the directory of the conversation, %s", path, d.names[0])
}

// open opens a regular file.
func (d *directory) open(path string, flag int) (*os.File, error) {
	rel, err := d.inside(path)
	if err != nil {
		return nil, err
	}
	if flag&os.O_CREATE != 0 {
		if err := d.root.MkdirAll(filepath.Dir(rel), 0o777); err != nil { //nolint:gosec // the umask decides, as for any file of the user
			return nil, err
		}
	}
	f, err := d.root.OpenFile(rel, flag|syscall.O_NONBLOCK, 0o666) // O_NONBLOCK because opening a FIFO would block
	if err != nil {
		return nil, err
	}
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		return nil, errors.Join(fmt.Errorf("%s is not a regular file", path), f.Close())
	}
	return f, nil
}

func (d *directory) read(p acp.ReadTextFileRequest) (acp.ReadTextFileResponse, error) {
	f, err := d.open(p.Path, os.O_RDONLY)
	if err != nil {
		return acp.ReadTextFileResponse{}, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return acp.ReadTextFileResponse{}, err
	}
	if len(data) > maxFile {
		return acp.ReadTextFileResponse{}, fmt.Errorf("%s has more than %d bytes", p.Path, maxFile)
	}
	return acp.ReadTextFileResponse{Content: lineRange(string(data), p.Line, p.Limit)}, nil
}

// lineRange returns lines of a text, starting at line from, counted from 1, and at most most lines.
func lineRange(text string, from, most *int) string {
	all := strings.SplitAfter(text, "\n")
	if from != nil {
		all = all[min(max(*from-1, 0), len(all)):]
	}
	if most != nil {
		all = all[:min(max(*most, 0), len(all))]
	}
	return strings.Join(all, "")
}

func (d *directory) write(p acp.WriteTextFileRequest) error {
	f, err := d.open(p.Path, os.O_WRONLY|os.O_CREATE)
	if err != nil {
		return err
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = io.WriteString(f, p.Content)
	}
	return errors.Join(err, f.Close())
}
