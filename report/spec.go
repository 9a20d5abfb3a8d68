package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// SetSpec compiles the spec that the cases are evaluated by, and records it in Spec, SpecHash, Attributes, Invariants,
// OptionalInvariants and Classes. It adds the measures of its packets ([PacketMeasures]) after the other Measures.
// Redact and RedactPaths must be set before, since Classes leaves out redacted fields. The hash is the first 8 bytes of
// the SHA-256 of Spec, as hex digits. If d has no Cluster, it takes the Cluster of the spec. An error is about the
// spec, and leaves d unchanged.
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
	for _, inv := range spec.Invariants {
		d.Invariants = append(d.Invariants, inv.Name)
		if inv.Optional {
			d.OptionalInvariants = append(d.OptionalInvariants, inv.Name)
		}
	}
	return compiled, nil
}

// Redaction returns the redaction of the records, without its key.
func (d Dataset) Redaction() redact.Redaction {
	return redact.Redaction{Mode: d.Redact, Paths: d.RedactPaths}
}
