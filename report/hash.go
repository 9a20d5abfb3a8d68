package report

import (
	"encoding/binary"
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/redact"
)

// clusterHash identifies the value of the truth that joins cases, "" where a tag does, or it has none.
func (o CaseOptions) clusterHash(seen *Observation) string {
	if _, tagged := seen.Tags[o.Cluster]; tagged || o.Redaction.Omits() {
		return ""
	}
	truth, err := document.Parse(seen.Want)
	if err != nil {
		return ""
	}
	value := truth.Get(o.Cluster)
	if value.Empty() {
		return ""
	}
	return hashOf(value.Raw(), o.Redaction)
}

// dataHash returns 16 hex digits that identify the id and the truth of a case.
// When values are redacted it is keyed like them: a truth of few possible values
// could be guessed from a plain hash.
func dataHash(id string, want []byte, r redact.Redaction) string {
	var few [512]byte // of most cases
	text := append(append(binary.AppendUvarint(few[:0], uint64(len(id))), id...), want...)
	if r.Active() {
		return r.Hash(slices.Clone(text))
	}
	return Hash(text)
}

// hashOf returns 16 hex digits that identify a text, keyed where values are redacted.
func hashOf(text []byte, r redact.Redaction) string {
	if r.Active() {
		return r.Hash(text)
	}
	return Hash(text)
}

// DataHash returns the [Case].DataHash of a case with this id and truth (JSON text) where nothing is redacted.
func DataHash(id string, want []byte) string { return dataHash(id, want, redact.Redaction{}) }
