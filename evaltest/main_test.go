package evaltest_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

// No test of this package leaves a goroutine behind, and none sees the settings of the
// run around it.
func TestMain(m *testing.M) {
	for _, setting := range os.Environ() {
		if name, _, _ := strings.Cut(setting, "="); strings.HasPrefix(name, "EVALTEST_") || name == "COLUMNS" {
			os.Unsetenv(name)
		}
	}
	flag.Parse()
	flag.Set("test.failfast", "false") // failures of the tests that run inside others would end the run
	goleak.VerifyTestMain(m)
}
