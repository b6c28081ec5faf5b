package wire

// From the viewer to the owner.
type (
	// Bookmark with Number 0 has the owner remember the line with the cursor, by a number that
	// the answer has; with another it asks where that line is now. The answer is a
	// [BookmarkReply].
	Bookmark struct{ Number uint64 }
)

// From the owner to the viewer.
type (
	// BookmarkReply is the answer to [Bookmark]: where the line of the number is, also if the
	// screen has had other widths since. Err is one sentence that says why that is not known.
	BookmarkReply struct {
		Number   uint64
		Position Position
		Err      string
	}
)

func (Bookmark) message()      {}
func (BookmarkReply) message() {}

func (Bookmark) fromViewer()     {}
func (BookmarkReply) fromOwner() {}
