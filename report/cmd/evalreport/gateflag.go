package main

import (
	"flag"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/gates"
)

// gateFlag defines -gate.
func (c *cli) gateFlag(fs *flag.FlagSet) {
	fs.StringVar(&c.gate, "gate", "", "judge by the limits of a YAML or JSON `FILE`, in place of the limits of the tests, the data sets that it names; see check")
}

// read returns the artifacts that arguments name and the limits of -gate.
func (c *cli) read(args []string) ([]artifact.Source, *gates.File, error) {
	limits, err := c.limits()
	if err != nil {
		return nil, nil, err
	}
	sources, err := c.Artifacts(args...)
	return sources, limits, err
}

// limits reads the file of -gate. It returns nil without that flag.
func (c *cli) limits() (*gates.File, error) {
	if c.gate == "" {
		return nil, nil
	}
	data, err := shell.Text(c.gate)
	if err != nil {
		return nil, err
	}
	return gates.Parse(data, c.gate)
}
