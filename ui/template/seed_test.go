package template

import (
	"flag"
	"os"
)

// The properties are held for the same choices each time, so that a run does not
// fail by chance; RAPID_SEED asks for others (0: any).
func init() {
	if os.Getenv("RAPID_SEED") == "" {
		if err := flag.Set("rapid.seed", "1"); err != nil {
			panic(err)
		}
	}
}
