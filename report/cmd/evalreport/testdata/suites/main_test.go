// Package suites has the tests of several scripts, so that one binary is compiled for all of them. Each script
// selects its own by -run.
package suites

import (
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

func TestMain(m *testing.M) { evaltest.Main(m) }
