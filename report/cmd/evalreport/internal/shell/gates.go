package shell

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// ParseGates reads a file of limits by data set, in YAML or JSON:
//
//	invoices:
//	  micro_f1: 0.9          # and the other fields of report.Gate
//	  field_f1: {total: 0.99, "lines[].amount": 0.95}
//	  limits:
//	    - {metric: recall of total, slice: vendor=acme, is: at_least, value: 0.95, bound: low}
//	  max_errors: 2
//	  no_worse_than: testdata/invoices.baseline.jsonl # from the folder of this file
//	example.com/service/receipts.receipts:
//	  macro_f1: 0.85
//
// The error joins all mistakes, each with file, line and column.
func ParseGates(data []byte, file string) (*verdict.GateFile, error) {
	var root, second yaml.Node
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err == nil {
		err = loader.Load(&root)
	}
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s: the file is empty; write the name of a data set with its limits: invoices: {macro_f1: 0.9}", file)
	case err != nil:
		return nil, yamlError(file, err)
	}
	if err := loader.Load(&second); err == nil {
		return nil, fmt.Errorf("%s:%d:%d: a second document begins; limits are one document", file, second.Line, second.Column)
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlError(file, err)
	}
	p := &gateParser{file: file}
	g := &verdict.GateFile{Name: file}
	top := &root
	if root.Kind == yaml.DocumentNode && len(root.Content) == 1 {
		top = root.Content[0]
	}
	p.members(top, "an object of data sets", func(key, value *yaml.Node) {
		if slices.Contains(gateKeys, key.Value) && (value.Kind != yaml.MappingNode || key.Value == "field_f1") {
			p.errorf(key, "%s is a limit, and stands below the name of a data set: write invoices: {%s: …}, with your name", key.Value, key.Value)
			return
		}
		var gate report.Gate
		count := len(p.errs)
		p.parseGate(value, &gate)
		if err := gate.Validate(); err != nil && len(p.errs) == count {
			p.errorf(key, "%s: %s", key.Value, words.GateProblems(err))
		}
		if gate.IsZero() && len(p.errs) == count && !p.hasKey(value, "max_errors") {
			p.errorf(key, "%s has no limits; max_errors: 0 would be one", key.Value)
		}
		g.Add(key.Value, key.Line, gate)
	})
	if len(g.Unused()) == 0 && len(p.errs) == 0 {
		p.errorf(top, "the file names no data set; write the name of one with its limits: invoices: {macro_f1: 0.9}")
	}
	return g, errors.Join(p.errs...)
}

func yamlError(file string, err error) error {
	if l := (*yaml.LoadError)(nil); errors.As(err, &l) {
		return fmt.Errorf("%s:%d:%d: this is not YAML: %s", file, l.Mark.Line, l.Mark.Column, l.Message)
	}
	return fmt.Errorf("%s: %w", file, err)
}

type gateParser struct {
	file string
	errs []error
}

func (p *gateParser) errorf(node *yaml.Node, format string, args ...any) {
	p.errs = append(p.errs, fmt.Errorf("%s:%d:%d: %s", p.file, node.Line, node.Column, fmt.Sprintf(format, args...)))
}

// members calls do for each member of an object.
func (p *gateParser) members(n *yaml.Node, want string, visit func(key, value *yaml.Node)) {
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
			p.errorf(key, "%q appears twice, on lines %d and %d", key.Value, line, key.Line)
		default:
			seen[key.Value] = key.Line
			visit(key, value)
		}
	}
}

func (p *gateParser) hasKey(n *yaml.Node, key string) bool {
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

var gateKeys = []string{"micro_f1", "macro_f1", "micro_precision", "micro_recall", "accuracy", "mean_score", "field_f1", "limits", "max_errors", "no_worse_than", "max_fall", "keep_answers"}

func (p *gateParser) parseGate(n *yaml.Node, g *report.Gate) {
	limits := map[string]*float64{
		"micro_f1": &g.MicroF1, "macro_f1": &g.MacroF1, "micro_precision": &g.MicroPrecision,
		"micro_recall": &g.MicroRecall, "accuracy": &g.Accuracy, "mean_score": &g.MeanScore,
	}
	p.members(n, "an object of limits", func(key, value *yaml.Node) {
		switch limit := limits[key.Value]; {
		case limit != nil:
			*limit = p.limit(value)
		case key.Value == "field_f1":
			g.FieldF1 = map[string]float64{}
			p.members(value, "an object of fields and limits", func(key, value *yaml.Node) {
				g.FieldF1[key.Value] = p.limit(value)
			})
		case key.Value == "max_errors":
			g.MaxErrors = numeral(p, value, "a whole number from 0", strconv.Atoi, func(v int) bool { return v >= 0 && v <= math.MaxInt32 })
		case key.Value == "no_worse_than":
			if g.NoWorseThan = filepath.FromSlash(p.readText(value)); !filepath.IsAbs(g.NoWorseThan) {
				g.NoWorseThan = filepath.Join(filepath.Dir(p.file), g.NoWorseThan)
			}
		case key.Value == "max_fall":
			g.MaxFall = numeral(p, value, "a number up to 1", parseFloat, func(v float64) bool { return v <= 1 })
		case key.Value == "keep_answers":
			if g.KeepAnswers = value.Value == "true"; !g.KeepAnswers && value.Value != "false" {
				p.errorf(value, "got %s, want true or false", kindOf(value))
			}
		case key.Value == "limits":
			g.Limits = p.furtherLimits(value)
		case key.Value == "metrics":
			p.errorf(key, "a limit has a direction: write limits: [{metric: driftRate, is: at_most, value: 0.1}]")
		default:
			p.unknown(key, gateKeys)
		}
	})
}

func (p *gateParser) unknown(key *yaml.Node, keys []string) {
	p.errorf(key, "unknown key %q%s (valid: %s)", key.Value, words.Hint(key.Value, keys), strings.Join(keys, ", "))
}

var limitKeys = []string{"metric", "slice", "is", "value", "bound"}

func (p *gateParser) furtherLimits(n *yaml.Node) (all []report.Limit) {
	if n.Kind != yaml.SequenceNode {
		p.errorf(n, "got %s, want a list of limits", kindOf(n))
		return nil
	}
	for _, item := range n.Content {
		var l report.Limit
		count := len(p.errs)
		p.members(item, "a limit with metric, is and value", func(key, value *yaml.Node) {
			switch key.Value {
			case "metric":
				l.Metric = p.readText(value)
			case "slice":
				l.Slice = p.readText(value)
			case "is":
				l.Is = report.Direction(p.readText(value))
			case "value":
				l.Value = p.number(value)
			case "bound":
				l.Bound = report.Bound(p.readText(value))
			default:
				p.unknown(key, limitKeys)
			}
		})
		if len(p.errs) == count {
			if !p.hasKey(item, "value") {
				p.errorf(item, "limit on %s: value is missing; write 0 if you mean 0", l.Metric)
				l.Value = 1
			}
			if err := (report.Gate{Limits: []report.Limit{l}}).Validate(); err != nil {
				p.errorf(item, "%s", words.GateProblems(err))
			}
		}
		all = append(all, l)
	}
	return all
}

func (p *gateParser) readText(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Value == "" {
		p.errorf(n, "got %s, want a text", kindOf(n))
	}
	return n.Value
}

func (p *gateParser) number(n *yaml.Node) float64 {
	return numeral(p, n, "a number", parseFloat, func(float64) bool { return true })
}

func (p *gateParser) limit(n *yaml.Node) float64 {
	return numeral(p, n, "a limit above 0 and at most 1", parseFloat, func(v float64) bool { return v > 0 && v <= 1 })
}

func parseFloat(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// numeral reads a number that is not quoted.
func numeral[T int | float64](p *gateParser, n *yaml.Node, want string, parse func(string) (T, error), fits func(T) bool) T {
	v, err := parse(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || !fits(v) {
		p.errorf(n, "got %s, want %s", kindOf(n), want)
		return 0
	}
	if n.Style == yaml.DoubleQuotedStyle || n.Style == yaml.SingleQuotedStyle {
		p.errorf(n, "got the text %s, want a number: remove the quotes", kindOf(n))
		return 0
	}
	return v
}
