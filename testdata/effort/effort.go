// Package effort decides how much the tests compute: little, so that they take seconds, or as much as the
// environment sets.
//
//	EXTRACTEVAL_LONG=scripts      as .ci/run does: scripts, the tables of endings, and the power of a baseline
//	EXTRACTEVAL_LONG=1            also the long simulations and tables whole, and the tests that run other processes by the dozen
//	EXTRACTEVAL_LONG=all          as a job of its own in CI does: also releases, the jobs of users on GitHub and GitLab, all examples once more
//	EXTRACTEVAL_SIMULATIONS=600   so many draws in each simulation
package effort

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Memory for time: tests collect garbage less often, as in .ci/run, unless the environment says how often.
// Benchmarks, some of which measure memory, collect it as usual.
func init() {
	bench := slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.bench=") })
	if os.Getenv("GOGC") == "" && !bench {
		debug.SetGCPercent(400)
	}
}

const draws = "EXTRACTEVAL_SIMULATIONS"

// Long reports whether the environment asks for the long tests.
func Long() bool { return os.Getenv("EXTRACTEVAL_LONG") == "1" || All() }

// Asked reports whether the environment sets the number of draws.
func Asked() bool { return os.Getenv(draws) != "" }

// Draws returns few, or the number of draws that the environment sets. It skips the test under -short.
func Draws(t testing.TB, few int) int {
	t.Helper()
	if testing.Short() {
		t.Skip("a simulation")
	}
	if !Asked() {
		return few
	}
	n, err := strconv.Atoi(os.Getenv(draws))
	if err != nil || n < 1 {
		t.Fatalf("%s is %q, want a number of draws, 1 or more", draws, os.Getenv(draws))
	}
	return n
}

// Share returns a fifth of many draws, all of them if the environment asks for long tests, or the number that
// it sets.
func Share(t testing.TB, many int) int {
	t.Helper()
	if !Long() {
		many = max(1, many/5)
	}
	return Draws(t, many)
}

// Size returns few, or many if the environment asks for long tests.
func Size(few, many int) int {
	if Long() {
		return many
	}
	return few
}

// Some returns n of all, at equal distances from the first on, or all of them if the environment asks for long
// tests or sets the number of draws.
func Some[T any](n int, all []T) []T {
	if Long() || Asked() || n >= len(all) {
		return all
	}
	some := make([]T, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	return some
}

// Condition is the conditions of scripts, for testscript.Params: [long], the environment asks for long tests, and [scripts], it asks for
// these or for whole scripts.
func Condition(name string) (bool, error) {
	switch name {
	case "long":
		return Long(), nil
	case "scripts":
		return scripts(), nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// scripts reports whether the environment asks for as much as .ci/run does.
func scripts() bool { return os.Getenv("EXTRACTEVAL_LONG") != "" }

// NeedsScripts skips a test unless the environment asks for as much as .ci/run does, or sets the number of draws.
func NeedsScripts(t testing.TB) {
	t.Helper()
	if !scripts() && !Asked() {
		t.Skip("EXTRACTEVAL_LONG=scripts runs it, as .ci/run does")
	}
}

// NeedsLong skips a test unless the environment asks for long tests.
func NeedsLong(t testing.TB) {
	t.Helper()
	if !Long() {
		t.Skip("a long test: EXTRACTEVAL_LONG=1 runs it")
	}
}

// All reports whether the environment asks for all long tests.
func All() bool { return os.Getenv("EXTRACTEVAL_LONG") == "all" }

// NeedsAll skips a test unless the environment asks for all long tests.
func NeedsAll(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip("a test of what is delivered: EXTRACTEVAL_LONG=all runs it")
	}
}

// OneGoroutine skips a test under -short, with which .ci/run looks for data races: a long computation of one
// goroutine has none.
func OneGoroutine(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("a long computation of one goroutine")
	}
}
