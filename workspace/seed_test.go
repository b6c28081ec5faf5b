package workspace

import (
	"flag"
	"os"
)

// Properties are tested with the same choices each time, so that a run does not fail by chance.
// RAPID_SEED sets other choices (0: random ones).
func init() {
	if os.Getenv("RAPID_SEED") == "" {
		if err := flag.Set("rapid.seed", "1"); err != nil {
			panic(err)
		}
	}
}
