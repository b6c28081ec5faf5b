package repo

import "golang.org/x/sys/unix"

// isMount reports whether something is mounted at a directory. It also detects a bind mount of
// the same file system, which has the same device (mount --bind).
func isMount(dir string) bool {
	var st unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, dir, unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT, 0, &st)
	return err == nil && st.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
}
