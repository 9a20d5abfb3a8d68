package evaltest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Main exits, so that this example cannot run: that of Wrap does.
func ExampleMain() {
	_ = func(m *testing.M) { // func TestMain(m *testing.M)
		evaltest.Main(m)
	}
}

// Wrap is for a TestMain with another hook, such as goleak.VerifyTestMain(evaltest.Wrap(m)).
// The m here is a TestingM with one test, whose data set is written to EVALTEST_DIR.
func ExampleWrap() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for name, value := range map[string]string{"EVALTEST_DIR": dir, "EVALTEST_TABLES": "off"} {
		os.Setenv(name, value)
		defer os.Unsetenv(name)
	}

	var m evaltest.TestingM = tests{func() {
		evaltest.FieldAccuracy(t, `{"total": 12}`, `{"total": 12}`, evaltest.Config{Dataset: "invoices", Spec: eval.Spec{Fields: []eval.Field{{Path: "total"}}}})
	}}
	fmt.Println("exit status", evaltest.Wrap(m).Run())
	files, err := filepath.Glob(filepath.Join(dir, "*.invoices*.jsonl"))
	fmt.Println(len(files), "artifact", err)
	// Output:
	// exit status 0
	// 1 artifact <nil>
}

// tests is a stand-in for *testing.M. Its example is the last one of the package, since Wrap makes all later assertions record.
type tests []func()

// Run runs the tests; all pass.
func (all tests) Run() int {
	for _, test := range all {
		test()
	}
	return 0
}
