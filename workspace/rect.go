package workspace

import "dormer/session"

// Rect is a rectangle of cells: columns X to X+W and rows Y to Y+H, half-open. A rectangle
// without columns or rows is empty, and is written as the zero Rect.
type Rect struct{ X, Y, W, H int }

// Empty reports whether the rectangle has no cell.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains reports whether cell x, y is in the rectangle.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Size returns the rectangle's size.
func (r Rect) Size() session.Size { return session.Size{Rows: r.H, Cols: r.W} }

// areaOf returns the area of a screen of the given size.
func areaOf(size session.Size) Rect { return Rect{W: size.Cols, H: size.Rows} }

// span returns the start and the length of the rectangle along an axis.
func (r Rect) span(a Axis) (start, length int) {
	if a == Row {
		return r.X, r.W
	}
	return r.Y, r.H
}

// cut returns the part of the rectangle with the given extent along an axis.
func (r Rect) cut(a Axis, start, length int) Rect {
	if a == Row {
		return Rect{X: start, Y: r.Y, W: length, H: r.H}
	}
	return Rect{X: r.X, Y: start, W: r.W, H: length}
}

func (a Axis) other() Axis { return 1 - a }

// axis returns the axis along which a neighbour on this side lies.
func (d Direction) axis() Axis {
	if d == Left || d == Right {
		return Row
	}
	return Column
}

// first reports whether a neighbour on this side comes before in layout order.
func (d Direction) first() bool { return d == Left || d == Up }

// opposite returns the opposite side.
func (d Direction) opposite() Direction {
	return [...]Direction{Left: Right, Right: Left, Up: Down, Down: Up}[d]
}
