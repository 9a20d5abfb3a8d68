package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// Dataset describes the data set and its rules.
type Dataset struct {
	Name string `json:"name"`
	// Test is the name of the outermost test that fills it.
	Test string `json:"test,omitzero"`
	// Source is the file or folder of the cases, relative to the package.
	Source string `json:"source,omitzero"`
	// Answers is the file of the answers, where they are of a file, as evalreport score was
	// given it.
	Answers string `json:"answers,omitzero"`
	// Part is the part of the data set that the cases are, such as "test", "" for all of it. It stands in the Name, too.
	Part string `json:"part,omitzero"`
	// Version is the version that the data set names itself by, in the file beside it: "2026-11".
	Version string `json:"version,omitzero"`
	// Agreement is how far people agree on the data set, by the file beside it, nil without one.
	Agreement *Agreement `json:"agreement,omitzero"`
	// Cases is how many cases are expected in each trial, over all shards, 0 when that
	// is not known.
	Cases int `json:"cases,omitzero"`
	// Shard and Shards say that this is one of several artifacts, from 1: it has the
	// cases for which artifact.ShardOf is Shard. Both are 0 when the artifact has all cases.
	Shard  int `json:"shard,omitzero"`
	Shards int `json:"shards,omitzero"`
	// Trials is how often every case is asked for, 0 and 1 for once.
	Trials int `json:"trials,omitzero"`
	// Spec is the spec as JSON, SpecHash a hash of it, by which a comparison of
	// runs sees that the rules have changed.
	Spec     json.RawMessage `json:"spec,omitzero"`
	SpecHash string          `json:"spec_hash,omitzero"`
	// Attributes is the order of the spec; attributes outside it come behind.
	Attributes []string `json:"attributes,omitzero"`
	// Invariants are the names of the invariants of the spec, in its order. OptionalInvariants are the names of the
	// invariants that may apply to no case.
	Invariants         []string `json:"invariants,omitzero"`
	OptionalInvariants []string `json:"optional_invariants,omitzero"`
	// Classes are the classes of the fields that have some, without fields whose values are redacted.
	Classes []ClassList `json:"classes,omitzero"`
	// Policy and SkipUndefined are the conventions of the summary.
	Policy        metrics.Policy `json:"policy,omitzero"`
	SkipUndefined bool           `json:"skip_undefined,omitzero"`
	// Measures are the numbers that a test measures beside the fields, in order.
	Measures []Measure `json:"measures,omitzero"`
	// Cluster is the tag whose values join cases, or the key of their truths, where they have no such tag: those with one
	// value are one unit in every interval, test and threshold, as copies of a document are.
	Cluster string `json:"cluster,omitzero"`
	// Redact and RedactPaths are Mode and Paths of the [redact.Redaction].
	Redact      redact.Mode            `json:"redact,omitzero"`
	RedactPaths map[string]redact.Mode `json:"redact_paths,omitzero"`
	Gate        *Gate                  `json:"gate,omitzero"`
	// Runner says how the extractor was asked, nil for once, without hurry.
	Runner *Runner `json:"runner,omitzero"`
}

func (Dataset) Type() string { return "dataset" }

// Runner describes how an extractor was asked. A limit of 0 means unlimited.
type Runner struct {
	Timeout time.Duration `json:"timeout_ns,omitzero"` // of one call
	Retries int           `json:"retries,omitzero"`    // of a case, at most
	Rate    float64       `json:"rate,omitzero"`       // calls in a second, at most
	// StopAfter is after how many failed cases no further ones were asked.
	StopAfter int `json:"stop_after,omitzero"`
}

// SetSpec compiles the spec that the cases are evaluated by, and records it in Spec, SpecHash, Attributes, Invariants,
// OptionalInvariants and Classes, and the measures of its packets ([PacketMeasures]) behind the other Measures, for which Redact and RedactPaths are set before. The hash is the first 8 bytes of the SHA-256 of Spec, as hex digits. Where d has no
// Cluster, it takes the Cluster of the spec. An error is about the spec, and leaves d unchanged.
func (d *Dataset) SetSpec(spec eval.Spec) (*eval.Evaluator, error) {
	compiled, err := spec.Compile()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(text)
	d.Cluster = cmp.Or(d.Cluster, spec.Cluster)
	d.Spec, d.SpecHash, d.Attributes = text, hex.EncodeToString(hash[:8]), compiled.Attributes()
	d.Invariants, d.OptionalInvariants, d.Classes = nil, nil, nil
	packets := PacketMeasures(spec)
	d.Measures = append(slices.DeleteFunc(slices.Clone(d.Measures), func(m Measure) bool {
		return slices.ContainsFunc(packets, func(p Measure) bool { return p.Name == m.Name })
	}), packets...)
	redaction, _ := d.Redaction().Compile(compiled) // its error is for who writes records
	for _, list := range classLists(spec) {
		if redaction.Keeps(list.Attribute) && !slices.ContainsFunc(spec.Fields, func(f eval.Field) bool {
			return f.Sections != nil && paths.Join(f.Path, "pages") == list.Attribute && !redaction.Keeps(paths.Join(f.Path+"[]", f.Sections.Named("")[0].Path))
		}) {
			d.Classes = append(d.Classes, list)
		}
	}
	for _, one := range spec.Invariants {
		d.Invariants = append(d.Invariants, one.Name)
		if one.Optional {
			d.OptionalInvariants = append(d.OptionalInvariants, one.Name)
		}
	}
	return compiled, nil
}

// Redaction returns the redaction of the records, without its key.
func (d Dataset) Redaction() redact.Redaction {
	return redact.Redaction{Mode: d.Redact, Paths: d.RedactPaths}
}
