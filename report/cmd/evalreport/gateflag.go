package main

import (
	"flag"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// gateFlag defines -gate.
func gateFlag(fs *flag.FlagSet) *string {
	return fs.String("gate", "", "judge by the limits of a YAML or JSON `FILE`, in the place of those of the tests, the data sets that it names; see check")
}

// gates reads the file of -gate, nil for none.
func (c *cli) gates(file string) (*report.GateFile, error) {
	if file == "" {
		return nil, nil
	}
	data, err := readFile(file)
	if err != nil {
		return nil, err
	}
	return report.ParseGateFile(data, file)
}

// inputs parses the arguments of a command on artifacts, and returns these and the limits of
// -gate, nil for a command without that flag.
func (c *cli) inputs(fs *flag.FlagSet, args []string, gate *string) ([]artifact.Source, *report.GateFile, error) {
	args, err := c.parse(fs, args)
	if err != nil {
		return nil, nil, err
	}
	var limits *report.GateFile
	if gate != nil {
		if limits, err = c.gates(*gate); err != nil {
			return nil, nil, err
		}
	}
	sources, err := c.artifacts(args)
	return sources, limits, err
}
