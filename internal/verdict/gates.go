package verdict

import (
	"fmt"

	"github.com/extracteval/extracteval/report"
)

// GateFile is a file of limits by data set. If packages have data sets of the same name, the package stands before the name,
// joined by a dot.
type GateFile struct {
	Name string
	list []*namedGate
}

type namedGate struct {
	name string // of a data set, or its package and name joined by a dot
	line int
	gate report.Gate
	used bool
}

// Add adds the gate that stands on a line under the name of a data set.
func (g *GateFile) Add(name string, line int, gate report.Gate) {
	g.list = append(g.list, &namedGate{name: name, line: line, gate: gate})
}

// Gate returns the gate of a data set of a package, nil if there is none. A gate with the package in its name takes
// precedence.
func (g *GateFile) Gate(pkg, dataset string) (gate *report.Gate) {
	for _, name := range []string{dataset, pkg + "." + dataset} {
		for _, n := range g.list {
			if n.name == name {
				n.used, gate = true, &n.gate
			}
		}
	}
	return gate
}

// UnusedGate is a gate that no data set asked for, by its name in the file, with the reason why it is not evaluable.
type UnusedGate struct{ Name, Why string }

// Unused returns the gates that no data set has asked for.
func (g *GateFile) Unused() (all []UnusedGate) {
	for _, n := range g.list {
		if !n.used {
			all = append(all, UnusedGate{n.name, fmt.Sprintf("no artifact has this data set (%s:%d)", g.Name, n.line)})
		}
	}
	return all
}
