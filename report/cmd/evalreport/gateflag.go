package main

import (
	"flag"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/input"
	"github.com/extracteval/extracteval/report/gates"
)

// gateFlag defines -gate.
func gateFlag(fs *flag.FlagSet) *string {
	return fs.String("gate", "", "judge by the limits of a YAML or JSON `FILE`, in the place of those of the tests, the data sets that it names; see check")
}

// gates reads the file of -gate, nil for none.
func (c *cli) gates(file string) (*gates.File, error) {
	if file == "" {
		return nil, nil
	}
	data, err := input.Text(file)
	if err != nil {
		return nil, err
	}
	return gates.Parse(data, file)
}

// inputs parses the arguments of a command on artifacts, and returns these and the limits of
// -gate, nil for a command without that flag.
func (c *cli) inputs(fs *flag.FlagSet, args []string, gate *string) ([]artifact.Source, *gates.File, error) {
	args, err := c.parse(fs, args)
	if err != nil {
		return nil, nil, err
	}
	var limits *gates.File
	if gate != nil {
		if limits, err = c.gates(*gate); err != nil {
			return nil, nil, err
		}
	}
	sources, err := c.Artifacts(args...)
	return sources, limits, err
}
