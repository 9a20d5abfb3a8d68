package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// known lists the variables that packages of this module read.
var known = []string{
	"EVALTEST_ANSWERS", "EVALTEST_DIR", "EVALTEST_GATE", "EVALTEST_JUDGE_UNUSED", "EVALTEST_LABELS", "EVALTEST_PROVIDER", "EVALTEST_REDACT_KEY",
	"EVALTEST_RESUME", "EVALTEST_RUN", "EVALTEST_SHARD", "EVALTEST_STOP_AFTER", "EVALTEST_TABLES", "EVALTEST_TRIALS",
}

// Unknown returns an error if the environment, in the form of [os.Environ], has an
// unknown variable that begins with EVALTEST_: a misspelling would otherwise have no
// effect.
func Unknown(environ []string) error {
	slices.Sort(environ)
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "EVALTEST_") || slices.Contains(known, name) {
			continue
		}
		if hint := words.Hint(name, known); hint != "" {
			return fmt.Errorf("unknown environment variable %s%s", name, hint)
		}
		return fmt.Errorf("unknown environment variable %s; known are %s", name, strings.Join(known, ", "))
	}
	return nil
}
