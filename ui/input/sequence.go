package input

// sequence is a parsed control sequence.
type sequence struct {
	private byte // < = > ? before the parameters, or 0
	params  []param
	inter   byte // the last intermediate, or 0
	final   byte
}

// param is a parameter; sub is set for one after a colon.
type param struct {
	value int
	sub   bool
}

const (
	maxParams = 32
	maxValue  = 1 << 24
)

// parse parses a sequence delimited by [measure]. Parameters beyond the bounds are cut.
func parse(p []byte) sequence {
	s := sequence{final: p[len(p)-1]}
	body := p[2 : len(p)-1]
	if len(body) > 0 && body[0] >= '<' && body[0] <= '?' {
		s.private, body = body[0], body[1:]
	}
	sub := false
	for i := 0; i < len(body) && body[i] >= '0' && body[i] <= '?'; {
		value := 0
		for i < len(body) && digit(body[i]) {
			value = min(value*10+int(body[i]-'0'), maxValue)
			i++
		}
		if len(s.params) < maxParams {
			s.params = append(s.params, param{value, sub})
		}
		if i < len(body) && body[i] >= ':' && body[i] <= '?' {
			sub = body[i] == ':'
			i++
			if i == len(body) && len(s.params) < maxParams {
				s.params = append(s.params, param{0, sub})
			}
		}
	}
	for _, c := range body {
		if c >= ' ' && c <= '/' {
			s.inter = c
		}
	}
	return s
}

// group returns parameter n with its sub-parameters; empty if there is none.
func (s sequence) group(n int) []param {
	start := -1
	for i, p := range s.params {
		if p.sub {
			continue
		}
		if n < 0 {
			return s.params[start:i]
		}
		if n == 0 {
			start = i
		}
		n--
	}
	if start < 0 {
		return nil
	}
	return s.params[start:]
}

// at returns sub-parameter i of parameter n, 0 if it is not given.
func (s sequence) at(n, i int) int {
	if g := s.group(n); i < len(g) {
		return g[i].value
	}
	return 0
}

// values returns the parameters without their sub-parameters.
func (s sequence) values() []int {
	var out []int
	for _, p := range s.params {
		if !p.sub {
			out = append(out, p.value)
		}
	}
	return out
}
