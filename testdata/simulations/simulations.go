// Package simulations says how often the simulations among the tests draw: few times, so that all tests take seconds, or as often as
// EXTRACTEVAL_SIMULATIONS in the environment says.
package simulations

import (
	"os"
	"strconv"
	"testing"
)

const variable = "EXTRACTEVAL_SIMULATIONS"

// Asked reports whether the environment asks for a number of draws.
func Asked() bool { return os.Getenv(variable) != "" }

// Draws returns few, or the number of draws that the environment asks for. It skips the test under -short.
func Draws(t testing.TB, few int) int {
	t.Helper()
	if testing.Short() {
		t.Skip("a simulation")
	}
	if !Asked() {
		return few
	}
	draws, err := strconv.Atoi(os.Getenv(variable))
	if err != nil || draws < 1 {
		t.Fatalf("%s is %q, want a number of draws, 1 or more", variable, os.Getenv(variable))
	}
	return draws
}
