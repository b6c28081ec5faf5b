package wire

// tag is the first byte of an encoded message, which identifies its type. Numbers are never reused.
type tag byte

const (
	tagHello   tag = 0x01
	tagWelcome tag = 0x02
	tagRefused tag = 0x03

	tagAttach       tag = 0x10
	tagAck          tag = 0x11
	tagInput        tag = 0x12
	tagPaste        tag = 0x13
	tagResize       tag = 0x14
	tagSignal       tag = 0x15
	tagEnd          tag = 0x16 // frozen
	tagRestart      tag = 0x17
	tagLines        tag = 0x18
	tagClearHistory tag = 0x19
	tagInfo         tag = 0x1a // frozen
	tagCapture      tag = 0x1b // frozen
	tagDeadline     tag = 0x1c
	tagSearch       tag = 0x1d
	tagCopy         tag = 0x1e
	tagCommands     tag = 0x1f
	tagColors       tag = 0x20
	tagHold         tag = 0x21
	tagWidths       tag = 0x22
	tagWatch        tag = 0x23
	tagLog          tag = 0x24
	tagReport       tag = 0x25
	tagExplain      tag = 0x26
	tagPrompt       tag = 0x27
	tagAnswer       tag = 0x28
	tagEndIdle      tag = 0x29
	tagBookmark     tag = 0x2a
	tagRetry        tag = 0x2b
	tagRunLine      tag = 0x2c

	tagFrame        tag = 0x40
	tagStarted      tag = 0x41
	tagExited       tag = 0x42
	tagBell         tag = 0x43
	tagClipboard    tag = 0x44
	tagNotice       tag = 0x45
	tagTaken        tag = 0x46
	tagLinesReply   tag = 0x47
	tagInfoReply    tag = 0x48 // frozen
	tagCaptureReply tag = 0x49 // frozen

	tagSearchReply   tag = 0x4a
	tagCopyReply     tag = 0x4b
	tagCommandsReply tag = 0x4c
	tagCommandDone   tag = 0x4d
	tagHeld          tag = 0x4e

	tagStatus         tag = 0x4f
	tagOutput         tag = 0x50
	tagCommandStarted tag = 0x51
	tagLogging        tag = 0x52
	tagAgentState     tag = 0x53
	tagExplained      tag = 0x54
	tagDone           tag = 0x55
	tagBookmarkReply  tag = 0x56
	tagRunLineReply   tag = 0x57
)

// fromViewer reports whether a tag belongs to a message to an owner; the others are to viewers. A
// side does not decode messages that are not for it.
func (t tag) fromViewer() bool { return t < tagFrame }
