package health

import (
	"flag"
	"os"
)

// Property tests use the same seed each time, so that a run does not fail by chance. RAPID_SEED sets
// another one (0: a random one).
func init() {
	if os.Getenv("RAPID_SEED") == "" {
		if err := flag.Set("rapid.seed", "1"); err != nil {
			panic(err)
		}
	}
}
