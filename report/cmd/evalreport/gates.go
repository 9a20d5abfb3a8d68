package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

// gates are the limits of a file, by data set.
type gates struct{ list []*namedGate }

type namedGate struct {
	name string // of a data set, or its package and name joined by a dot
	line int
	gate report.Gate
	used bool
}

// of returns the gate of a data set, nil when there is none. One with the package
// in its name goes first.
func (g *gates) of(s *summarize.Set) (gate *report.Gate) {
	for _, name := range []string{s.Dataset.Name, s.Run.Package + "." + s.Dataset.Name} {
		for _, n := range g.list {
			if n.name == name {
				n.used, gate = true, &n.gate
			}
		}
	}
	return gate
}

// unused returns the gates that are of no data set.
func (g *gates) unused() (all []*namedGate) {
	for _, n := range g.list {
		if !n.used {
			all = append(all, n)
		}
	}
	return all
}

// parseGates reads YAML or JSON. The error joins everything that is wrong, each
// with file, line and column.
func parseGates(data []byte, file string) (*gates, error) {
	var root, second yaml.Node
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err == nil {
		err = loader.Load(&root)
	}
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s: the file is empty; want data sets with limits", file)
	case err != nil:
		return nil, yamlError(file, err)
	}
	if err := loader.Load(&second); err == nil {
		return nil, fmt.Errorf("%s:%d:%d: a second document begins; limits are one document", file, second.Line, second.Column)
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlError(file, err)
	}
	p := &gateParser{file: file}
	g := &gates{}
	top := &root
	if root.Kind == yaml.DocumentNode && len(root.Content) == 1 {
		top = root.Content[0]
	}
	p.members(top, "an object of data sets", func(key, value *yaml.Node) {
		n := &namedGate{name: key.Value, line: key.Line}
		before := len(p.errs)
		p.gate(value, &n.gate)
		if err := n.gate.Validate(); err != nil && len(p.errs) == before {
			p.errorf(key, "%s: %s", key.Value, strings.ReplaceAll(strings.ReplaceAll(err.Error(), "report: gate: ", ""), "\n", "; "))
		}
		if n.gate.IsZero() && len(p.errs) == before && !p.has(value, "max_errors") {
			p.errorf(key, "%s has no limits; max_errors: 0 is one", key.Value)
		}
		g.list = append(g.list, n)
	})
	if len(g.list) == 0 && len(p.errs) == 0 {
		p.errorf(top, "there are no data sets")
	}
	return g, errors.Join(p.errs...)
}

func yamlError(file string, err error) error {
	if l := (*yaml.LoadError)(nil); errors.As(err, &l) {
		return fmt.Errorf("%s:%d:%d: no YAML: %s", file, l.Mark.Line, l.Mark.Column, l.Message)
	}
	return fmt.Errorf("%s: %w", file, err)
}

type gateParser struct {
	file string
	errs []error
}

func (p *gateParser) errorf(at *yaml.Node, format string, args ...any) {
	p.errs = append(p.errs, fmt.Errorf("%s:%d:%d: %s", p.file, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

// members calls do with the members of an object.
func (p *gateParser) members(n *yaml.Node, want string, do func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		p.errorf(n, "got %s, want %s", kindOf(n), want)
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch line, twice := seen[key.Value]; {
		case key.Kind != yaml.ScalarNode:
			p.errorf(key, "a key must be a text")
		case twice:
			p.errorf(key, "%q is there already, in line %d", key.Value, line)
		default:
			seen[key.Value] = key.Line
			do(key, value)
		}
	}
}

func (p *gateParser) has(n *yaml.Node, key string) bool {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return true
		}
	}
	return false
}

func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "an object"
	case yaml.SequenceNode:
		return "an array"
	case yaml.AliasNode:
		return "an alias"
	}
	if n.Value == "" {
		return "nothing"
	}
	return strconv.Quote(n.Value)
}

var gateKeys = []string{"micro_f1", "macro_f1", "micro_precision", "micro_recall", "accuracy", "mean_score", "field_f1", "max_errors"}

func (p *gateParser) gate(n *yaml.Node, g *report.Gate) {
	limits := map[string]*float64{
		"micro_f1": &g.MicroF1, "macro_f1": &g.MacroF1, "micro_precision": &g.MicroPrecision,
		"micro_recall": &g.MicroRecall, "accuracy": &g.Accuracy, "mean_score": &g.MeanScore,
	}
	p.members(n, "an object of limits", func(key, value *yaml.Node) {
		switch to := limits[key.Value]; {
		case to != nil:
			*to = p.limit(value)
		case key.Value == "field_f1":
			g.FieldF1 = map[string]float64{}
			p.members(value, "an object of fields and limits", func(key, value *yaml.Node) {
				g.FieldF1[key.Value] = p.limit(value)
			})
		case key.Value == "max_errors":
			g.MaxErrors = p.count(value)
		case key.Value == "metrics":
			p.errorf(key, "metrics of a test's own are not in the records of its cases; only the gate of the test can limit them")
		default:
			p.errorf(key, "unknown key %q, want one of %s", key.Value, strings.Join(gateKeys, ", "))
		}
	})
}

func (p *gateParser) limit(n *yaml.Node) float64 {
	v, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || !(v > 0 && v <= 1) || quoted(n) {
		p.errorf(n, "got %s, want a limit above 0 and at most 1", kindOf(n))
		return 0
	}
	return v
}

func (p *gateParser) count(n *yaml.Node) int {
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || v < 0 || v > math.MaxInt32 || quoted(n) {
		p.errorf(n, "got %s, want a whole number from 0", kindOf(n))
		return 0
	}
	return v
}

func quoted(n *yaml.Node) bool {
	return slices.Contains([]yaml.Style{yaml.DoubleQuotedStyle, yaml.SingleQuotedStyle}, n.Style)
}
