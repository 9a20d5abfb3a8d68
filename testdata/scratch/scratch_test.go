package scratch_test

import (
	"runtime"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/scratch"
)

// The command gotest runs the tests as they are now, with their flags, in their directory.
func TestGotest(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals")
	}
	module, err := scratch.New(t.TempDir())
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Files: []string{"testdata/gotest.txtar"},
		Setup: func(env *testscript.Env) error {
			vars, err := module.Write(env.WorkDir)
			env.Vars = append(env.Vars, vars...)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"gotest": module.Test},
	})
}
