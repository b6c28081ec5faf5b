// Package typing encodes input for a session as messages to its host: keys, text and pastes, in
// parts that a host accepts. It does no input or output; [dormer/session/launch.Watched.Deliver]
// sends the messages.
package typing

import (
	"fmt"
	"slices"
	"strings"

	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/config/located"
	"dormer/ui/keys"
)

// ReadKeys parses key names as in bindings: Enter, ctrl+c, Up. The names of tmux work too. The
// error is one sentence.
func ReadKeys(words []string) (read []keys.Key, err error) {
	for _, word := range words {
		name, err := keys.ReadName(word)
		if err == nil {
			var k keys.Key
			if k, err = keys.Parse(name); err == nil {
				read = append(read, k)
				continue
			}
		}
		if near, ok := located.Nearest(strings.ToLower(word), keys.Names()); ok {
			return nil, fmt.Errorf("there is no key %q: did you mean %s?", word, near)
		}
		return nil, fmt.Errorf("there is no key %q", word)
	}
	return read, nil
}

// Input is input for a session: text or keys or a paste, optionally followed by Enter.
type Input struct {
	// Text is typed unchanged, except that each line end is typed as Enter.
	Text string
	Keys []keys.Key
	// Paste is pasted in one piece. A program that asked for it is told that this is a paste.
	Paste []byte
	Enter bool
}

// part is the maximum size of the input in one message, in bytes.
const part = 32 << 10

// Messages returns the messages of the input for a program with the given modes.
func (in Input) Messages(modes grid.Modes) (all []wire.Message) {
	typed := keys.EncodeText(nil, strings.ReplaceAll(in.Text, "\n", "\r"), modes)
	for _, k := range in.Keys {
		typed = keys.Encode(typed, k, modes)
	}
	for data := range slices.Chunk(in.Paste, part) {
		all = append(all, wire.Paste{Data: data, More: true})
	}
	if len(all) > 0 {
		all[len(all)-1] = wire.Paste{Data: all[len(all)-1].(wire.Paste).Data}
	}
	if in.Enter {
		typed = keys.Encode(typed, keys.Key{Code: keys.Enter}, modes)
	}
	for data := range slices.Chunk(typed, part) {
		all = append(all, wire.Input{Data: data})
	}
	return all
}
