//go:build cgo

package early

/*
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Go's runtime reserves address space before the first line of Go runs, and ends with
// a trace where it gets none. A constructor runs before that.
__attribute__((constructor)) static void check_address_space(void) {
	static const char text[] = "dormer: the limit on address space (ulimit -v) is too small: dormer reserves 2 GB of it, "
		"and uses a hundredth: raise the limit, as with ulimit -v unlimited\n";
	struct rlimit limit;
	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < 2000000UL * 1024) {
		if (write(STDERR_FILENO, text, strlen(text)) < 0) {
			// there is nobody to tell
		}
		_exit(1);
	}
}
*/
import "C"
