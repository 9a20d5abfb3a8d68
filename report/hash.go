package report

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/redact"
)

// Hash returns 16 hex digits that identify a text. InputHash and TextHash of a case are such hashes where nothing is
// redacted.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// DataHash returns the [Case].DataHash of a case with this id and truth (JSON text) where nothing is redacted.
func DataHash(id string, want []byte) string { return dataHash(id, want, redact.Redaction{}) }

// dataHash returns 16 hex digits that identify the id and the truth of a case.
// When values are redacted it is keyed like them: a truth of few possible values
// could be guessed from a plain hash.
func dataHash(id string, want []byte, r redact.Redaction) string {
	return hashOf(slices.Concat(binary.AppendUvarint(nil, uint64(len(id))), []byte(id), want), r)
}

// hashOf returns 16 hex digits that identify a text, keyed where values are redacted.
func hashOf(text []byte, r redact.Redaction) string {
	if r.Active() {
		return r.Hash(text)
	}
	return Hash(text)
}

// clusterHash identifies the value of a truth under the key that joins cases, "" where it has none.
func clusterHash(want []byte, key string, r redact.Redaction) string {
	truth, err := document.Parse(want)
	if err != nil || r.Omits() || truth.Get(key).Empty() {
		return ""
	}
	return hashOf(truth.Get(key).Raw(), r)
}
