package report

import (
	"crypto/sha256"
	"encoding/hex"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// keep records the truth and the answer, where both fit and nothing is redacted.
func (o CaseOptions) keep(c *Case, seen *Observation) {
	if o.MaxAnswerBytes < 0 || o.Redaction.Active() {
		return
	}
	if !seen.Unlabelled {
		kept, ok := seen.Result.KeptTruth()
		if !ok || len(kept) > o.MaxAnswerBytes {
			return
		}
		c.Truth = kept
	}
	if c.Status == Error {
		return
	}
	answer, text, ok := seen.Result.Kept()
	switch fits := len(answer)+len(text) <= o.MaxAnswerBytes && utf8.ValidString(text) && document.CheckUTF8(answer) == nil; {
	case ok && fits:
		c.Answer, c.AnswerText = answer, text
	case eval.UnreadableReason(c.Warnings) == "":
		c.Truth = nil
	}
}

// Hash returns 16 hex digits that identify a text. InputHash and TextHash of a case are such hashes where nothing is
// redacted.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
