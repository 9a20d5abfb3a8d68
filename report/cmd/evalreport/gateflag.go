package main

import (
	"flag"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/gates"
)

// gateFlag defines -gate.
func gateFlag(fs *flag.FlagSet) *string {
	return fs.String("gate", "", "judge by the limits of a YAML or JSON `FILE`, in place of the limits of the tests, the data sets that it names; see check")
}

// read returns the artifacts that arguments name and the limits of -gate; gate is nil for a
// command without that flag.
func (c *cli) read(args []string, gate *string) ([]artifact.Source, *gates.File, error) {
	limits, err := readGate(gate)
	if err != nil {
		return nil, nil, err
	}
	sources, err := c.Artifacts(args...)
	return sources, limits, err
}

// inputs parses the arguments of a command without other checks, and reads the artifacts
// that they name.
func (c *cli) inputs(fs *flag.FlagSet, args []string, gate *string) ([]artifact.Source, *gates.File, error) {
	args, err := c.parse(fs, args)
	if err != nil {
		return nil, nil, err
	}
	return c.read(args, gate)
}

// readGate reads the file of -gate, nil for none.
func readGate(file *string) (*gates.File, error) {
	if file == nil || *file == "" {
		return nil, nil
	}
	data, err := shell.Text(*file)
	if err != nil {
		return nil, err
	}
	return gates.Parse(data, *file)
}
