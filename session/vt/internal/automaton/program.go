package automaton

import (
	"regexp/syntax"
	"slices"
)

// program is the input of a machine: a compiled expression, and the classes of code points that
// it distinguishes.
type program struct {
	*syntax.Prog
	*alphabet
	// takes tells for each instruction and class whether the instruction takes the class.
	takes    [][]bool
	contexts []context // by class
	// looks is the part of the context that the program's assertions ask for.
	looks context
}

// maxInsts limits the length of a program. With longer programs making a state costs as much as
// package regexp needs for many characters.
const maxInsts = 2000

// compile returns the program of a simplified expression; ok is false if it is too large.
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

// setsOf returns the distinct sets of code points that the instructions of a program take, and
// for each instruction the index of its set, or -1 for none.
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

// reversed returns the expression that matches the reversed texts.
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

// context is the text before a position as an assertion such as ^ or \b sees it.
type context uint8

const (
	afterNothing context = 1 << iota // the start of the text
	afterNewline
	afterWord

	afterAll = afterNothing | afterNewline | afterWord
)

// asked returns the part of the context that an assertion asks for.
func asked(op syntax.EmptyOp) (c context) {
	if op&syntax.EmptyBeginText != 0 {
		c |= afterNothing
	}
	if op&syntax.EmptyBeginLine != 0 {
		c |= afterNothing | afterNewline
	}
	if op&syntax.EmptyEndLine != 0 { // seen when reading to the left
		c |= afterNewline
	}
	if op&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0 {
		c |= afterWord
	}
	return c
}

// contextOf returns the part of the context after a character of a class that the program asks
// for.
func (p *program) contextOf(class uint8) context { return p.contexts[class] & p.looks }

// contextsOf returns the contexts after a character of each class, and at the end of the text.
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

// holds returns the assertions that hold between a context and a character of a class. The
// class stands for the context seen from the other direction.
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
