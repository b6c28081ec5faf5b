//go:build linux

package drive_test

import (
	"os"
	"testing"

	"dormer/ui/testing/drive"
)

func TestMain(m *testing.M) { os.Exit(drive.Main(m)) }
