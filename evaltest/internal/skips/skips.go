// Package skips remembers which tests of a process skipped their suite before its first
// case: the test adds the reason, and the record of the run reads it.
package skips

import (
	"slices"
	"sync"
)

// A Skip is a test that was skipped, and why: "no provider is configured".
type Skip struct{ Test, Why string }

var (
	mu  sync.Mutex
	all []Skip
)

// Note records that a test is skipped. The first reason for a test stays.
func Note(test, why string) {
	mu.Lock()
	defer mu.Unlock()
	if !slices.ContainsFunc(all, func(s Skip) bool { return s.Test == test }) {
		all = append(all, Skip{test, why})
	}
}

// Noted returns the tests that were skipped, in the order of their Note calls.
func Noted() []Skip {
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(all)
}
