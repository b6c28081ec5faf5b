package socket

import (
	"errors"
	"os"
)

// errForeignUser says that the other side is a process of another user.
var errForeignUser = errors.New("the other side is a process of another user")

// user is whose processes are trusted.
var user = os.Getuid
