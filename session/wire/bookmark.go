package wire

// From the viewer to the owner.
type (
	// Bookmark with Number 0 makes the owner remember the line of the cursor, under a number that
	// the answer contains; with another Number it asks for the present position of that line. The
	// answer is a [BookmarkReply].
	Bookmark struct{ Number uint64 }
)

// From the owner to the viewer.
type (
	// BookmarkReply is the answer to [Bookmark]: the position of the number's line, even if the
	// screen's width has changed since. Err is one sentence that says why it is unknown.
	BookmarkReply struct {
		Number   uint64
		Position Position
		Err      string
	}
)

func (Bookmark) tag() tag      { return tagBookmark }
func (BookmarkReply) tag() tag { return tagBookmarkReply }

func (Bookmark) fromViewer()     {}
func (BookmarkReply) fromOwner() {}
