//go:build linux

package drive

import (
	"fmt"

	"dormer/session/grid"
)

// Button numbers of SGR mouse reports.
const (
	leftButton   = 0
	middleButton = 1
	rightButton  = 2
	altHeld      = 8
	ctrlHeld     = 16
	motion       = 32
	wheelUp      = 64
	wheelDown    = 65
	releasedMark = 'm'
	pressedMark  = 'M'
)

// mouse reports one event at column x of row y in SGR encoding. It fails the test if the
// program has not asked for mouse reports.
func (p *Program) mouse(button, x, y int, mark byte) {
	p.t.Helper()
	m := p.modes()
	if m.Mouse == grid.MouseOff || !m.MouseSGR {
		p.t.Fatalf("the program did not ask for the mouse in SGR encoding\n%s", p.Screen().Boxed())
	}
	p.in.send(fmt.Appendf(nil, "\x1b[<%d;%d;%d%c", button, x+1, y+1, mark))
}

// Click presses and releases the left button at column x of row y.
func (p *Program) Click(x, y int) {
	p.t.Helper()
	p.mouse(leftButton, x, y, pressedMark)
	p.mouse(leftButton, x, y, releasedMark)
}

// CtrlClick presses and releases the left button at a cell while Ctrl is held.
func (p *Program) CtrlClick(x, y int) {
	p.t.Helper()
	p.mouse(leftButton+ctrlHeld, x, y, pressedMark)
	p.mouse(leftButton+ctrlHeld, x, y, releasedMark)
}

// MiddleClick presses and releases the middle button at a cell.
func (p *Program) MiddleClick(x, y int) {
	p.t.Helper()
	p.mouse(middleButton, x, y, pressedMark)
	p.mouse(middleButton, x, y, releasedMark)
}

// RightClick presses and releases the right button at column x of row y.
func (p *Program) RightClick(x, y int) { p.t.Helper(); p.rightClick(0, x, y) }

// AltRightClick presses and releases the right button while Alt is held.
func (p *Program) AltRightClick(x, y int) { p.t.Helper(); p.rightClick(altHeld, x, y) }

func (p *Program) rightClick(held, x, y int) {
	p.t.Helper()
	p.mouse(rightButton+held, x, y, pressedMark)
	p.mouse(rightButton+held, x, y, releasedMark)
}

// RightDrag presses the right button at x0, y0 and releases it at x1, y1.
func (p *Program) RightDrag(x0, y0, x1, y1 int) {
	p.t.Helper()
	p.mouse(rightButton, x0, y0, pressedMark)
	p.mouse(rightButton+motion, x1, y1, pressedMark)
	p.mouse(rightButton, x1, y1, releasedMark)
}

// PressAt presses the left button. With MoveTo and ReleaseAt it makes a drag in steps.
func (p *Program) PressAt(x, y int) { p.t.Helper(); p.mouse(leftButton, x, y, pressedMark) }

// MoveTo moves the mouse while the left button is held; see [Program.PressAt].
func (p *Program) MoveTo(x, y int) { p.t.Helper(); p.mouse(leftButton+motion, x, y, pressedMark) }

// ReleaseAt releases the left button; see [Program.PressAt].
func (p *Program) ReleaseAt(x, y int) { p.t.Helper(); p.mouse(leftButton, x, y, releasedMark) }

// Drag presses the left button at x0, y0, moves through every cell on the straight line to x1,
// y1, and releases it there.
func (p *Program) Drag(x0, y0, x1, y1 int) {
	p.t.Helper()
	p.mouse(leftButton, x0, y0, pressedMark)
	steps := max(abs(x1-x0), abs(y1-y0))
	for i := 1; i <= steps; i++ {
		p.mouse(leftButton+motion, x0+(x1-x0)*i/steps, y0+(y1-y0)*i/steps, pressedMark)
	}
	p.mouse(leftButton, x1, y1, releasedMark)
}

// Wheel turns the wheel at column x of row y: up by steps notches, or down if steps is
// negative.
func (p *Program) Wheel(x, y, steps int) {
	p.t.Helper()
	button := wheelUp
	if steps < 0 {
		button, steps = wheelDown, -steps
	}
	for range steps {
		p.mouse(button, x, y, pressedMark)
	}
}

func abs(n int) int { return max(n, -n) }
