package report

import (
	"crypto/sha256"
	"encoding/hex"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// keep records the truth and the answer, where both fit and nothing is redacted.
func (o CaseOptions) keep(c *Case, seen *Observation) {
	if o.MaxAnswerBytes < 0 || o.Redaction.Active() {
		return
	}
	answer, text, truth := seen.Result.Kept()
	if !seen.Unlabelled {
		if truth == nil || len(truth) > o.MaxAnswerBytes {
			return
		}
		c.Truth = truth
	}
	if c.Status == Error {
		return
	}
	switch size := len(answer) + len(text); {
	case size > 0 && size <= o.MaxAnswerBytes && utf8.ValidString(text) && document.CheckUTF8(answer) == nil:
		c.Answer, c.AnswerText = answer, text
	case words.UnreadableReason(c.Warnings) == "":
		c.Truth = nil
	}
}

// Hash returns 16 hex digits that identify a text. InputHash and TextHash of a case are such hashes where nothing is
// redacted.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
