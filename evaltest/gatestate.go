package evaltest

import "testing"

// gateState says what has become of the gate of a data set.
type gateState int

const (
	gateWaits  gateState = iota
	gateJudged           // it passed, failed, or could not be evaluated
	gateOff              // EVALTEST_GATE=off, or it is for all shards together
)

// notJudged skips a gate that the environment has turned off. It does not return.
func notJudged(t *testing.T, dataset string) {
	t.Helper()
	t.Skipf("evaltest: data set %q: not judged, EVALTEST_GATE=off", dataset)
}

// cutShort reports whether there is another reason for the gate of a test at that
// depth not to have run than that it was forgotten.
func cutShort(t TB, depth int) bool {
	failed, _ := t.(interface{ Failed() bool })
	skipped, _ := t.(interface{ Skipped() bool })
	return failed != nil && failed.Failed() || skipped != nil && skipped.Skipped() || idle(t) ||
		testFlag("failfast") == "true" || isPart(depth)
}
