package reuse

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
)

// Command returns the shell command that records the requests of a test, or of the
// whole package if test is "".
func Command(test string) string {
	text := "EVALTEST_PROVIDER=record go test -count=1"
	if top, _, _ := strings.Cut(test, "/"); top != "" {
		text += " -run '^" + top + "$'"
	}
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasSuffix(info.Path, ".test") {
		text += " " + strings.TrimSuffix(info.Path, ".test")
	}
	return text
}

// CheckUsage returns an error if the recorded usage of a call, by unit, is
// impossible.
func CheckUsage(costs map[string]float64) error {
	for _, unit := range slices.Sorted(maps.Keys(costs)) {
		if v := costs[unit]; v < 0 {
			return fmt.Errorf("its usage has %v of %q, want a number from 0", v, unit)
		}
	}
	return nil
}
