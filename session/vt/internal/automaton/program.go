package automaton

import (
	"regexp/syntax"
	"slices"
)

// program is what a machine runs: an expression, compiled, and the classes of code
// points that it tells apart.
type program struct {
	*syntax.Prog
	*alphabet
	// takes says for each instruction whether it takes each class.
	takes    [][]bool
	contexts []context // by class
	// looks are the parts of what is before a place that the program asks for.
	looks context
}

// maxInsts bounds a program: a state of a longer one costs as much as many characters
// cost package regexp.
const maxInsts = 2000

// compile returns the program of a simplified expression; ok is false where it is too
// large.
func compile(re *syntax.Regexp) (p *program, ok bool) {
	prog, err := syntax.Compile(re)
	if err != nil || len(prog.Inst) > maxInsts {
		return nil, false
	}
	p = &program{Prog: prog, takes: make([][]bool, len(prog.Inst))}
	for _, in := range prog.Inst {
		if in.Op == syntax.InstEmptyWidth {
			p.looks |= asked(syntax.EmptyOp(in.Arg))
		}
	}
	sets, which := setsOf(prog)
	if p.alphabet, ok = newAlphabet(sets, p.looks); !ok {
		return nil, false
	}
	p.contexts = contextsOf(p.alphabet)
	taken := make([][]bool, len(sets))
	for i, set := range sets {
		taken[i] = make([]bool, len(p.some)+1)
		for class, r := range p.some {
			taken[i][class] = set.MatchRune(r)
		}
	}
	for i := range prog.Inst {
		if which[i] >= 0 {
			p.takes[i] = taken[which[i]]
		}
	}
	return p, true
}

// setsOf returns the sets of code points that instructions of a program take, each
// once, and which of them each instruction takes, -1 for none.
func setsOf(prog *syntax.Prog) (sets []*syntax.Inst, which []int) {
	for i := range prog.Inst {
		in := &prog.Inst[i]
		switch in.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		default:
			which = append(which, -1)
			continue
		}
		at := slices.IndexFunc(sets, func(s *syntax.Inst) bool { return s.Arg == in.Arg && slices.Equal(s.Rune, in.Rune) })
		if at < 0 {
			at, sets = len(sets), append(sets, in)
		}
		which = append(which, at)
	}
	return sets, which
}

// reversed returns the expression that matches the same texts read backwards.
func reversed(re *syntax.Regexp) *syntax.Regexp {
	r := *re
	r.Rune = slices.Clone(re.Rune)
	r.Sub = make([]*syntax.Regexp, len(re.Sub))
	for i, sub := range re.Sub {
		r.Sub[i] = reversed(sub)
	}
	switch re.Op {
	case syntax.OpLiteral:
		slices.Reverse(r.Rune)
	case syntax.OpConcat:
		slices.Reverse(r.Sub)
	case syntax.OpBeginLine:
		r.Op = syntax.OpEndLine
	case syntax.OpEndLine:
		r.Op = syntax.OpBeginLine
	case syntax.OpBeginText:
		r.Op = syntax.OpEndText
	case syntax.OpEndText:
		r.Op = syntax.OpBeginText
	}
	return &r
}

// context is what an assertion such as ^ or \b sees before a place.
type context uint8

const (
	afterNothing context = 1 << iota // the begin of the text
	afterNewline
	afterWord

	afterAll = afterNothing | afterNewline | afterWord
)

// asked is the part of the context that an assertion asks for.
func asked(op syntax.EmptyOp) (c context) {
	if op&syntax.EmptyBeginText != 0 {
		c |= afterNothing
	}
	if op&syntax.EmptyBeginLine != 0 {
		c |= afterNothing | afterNewline
	}
	if op&syntax.EmptyEndLine != 0 { // the other way round
		c |= afterNewline
	}
	if op&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0 {
		c |= afterWord
	}
	return c
}

// contextOf is what the program asks for of the context behind a character of a class.
func (p *program) contextOf(class uint8) context { return p.contexts[class] & p.looks }

// contextsOf are the contexts behind a character of each class, and of the end.
func contextsOf(a *alphabet) (c []context) {
	for _, r := range a.some {
		c = append(c, contextBehind(r))
	}
	return append(c, afterNothing)
}

func contextBehind(r rune) context {
	switch {
	case r == '\n':
		return afterNewline
	case syntax.IsWordChar(r):
		return afterWord
	}
	return 0
}

// holds are the assertions that hold between a context and a character of a class,
// which is the context of what is read the other way.
func (p *program) holds(before context, class uint8) (op syntax.EmptyOp) {
	after := p.contexts[class]
	if before&afterNothing != 0 {
		op |= syntax.EmptyBeginText
	}
	if before&(afterNothing|afterNewline) != 0 {
		op |= syntax.EmptyBeginLine
	}
	if after&afterNothing != 0 {
		op |= syntax.EmptyEndText
	}
	if after&(afterNothing|afterNewline) != 0 {
		op |= syntax.EmptyEndLine
	}
	if (before^after)&afterWord != 0 {
		return op | syntax.EmptyWordBoundary
	}
	return op | syntax.EmptyNoWordBoundary
}
