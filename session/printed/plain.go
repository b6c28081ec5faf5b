package printed

import "io"

// Plain passes output on in the form in which a program prints it to a file: a terminal turns each
// LF into CR LF, and Plain turns that back into LF. It must be used by one goroutine.
type Plain struct {
	to   io.Writer
	out  []byte
	held bool // a CR that may be followed by LF
}

// NewPlain returns a writer that writes to another one.
func NewPlain(to io.Writer) *Plain { return &Plain{to: to} }

// Write writes a part, without a CR at its end; see [Plain.Flush].
func (p *Plain) Write(data []byte) (int, error) {
	p.out = p.out[:0]
	for _, b := range data {
		if p.held && b != '\n' {
			p.out = append(p.out, '\r')
		}
		if p.held = b == '\r'; !p.held {
			p.out = append(p.out, b)
		}
	}
	if _, err := p.to.Write(p.out); err != nil {
		return 0, err
	}
	return len(data), nil
}

// Flush writes the CR that was held back, at the end.
func (p *Plain) Flush() error {
	if !p.held {
		return nil
	}
	p.held = false
	_, err := p.to.Write([]byte{'\r'})
	return err
}
