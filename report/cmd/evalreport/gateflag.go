package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/filename"
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
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, filename.Cause(err))
	}
	return report.ParseGateFile(data, file)
}
