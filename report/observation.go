package report

import (
	"cmp"
	"time"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// Observation describes one case when it ends.
type Observation struct {
	ID string
	// Trial counts from 1; 0 is 1.
	Trial int
	// Result is the evaluation of the answer; nil makes the case skipped. A case
	// whose extractor failed has a result too, in which everything expected is
	// missing, and Err.
	Result *eval.Result
	// Unlabelled: there is no truth. Result is then the evaluation of an [eval.Document] without a Want.
	Unlabelled bool
	// Err is the extractor's error, or why the case was skipped.
	Err error
	// Want is the JSON text of the truth as it is compared, for the hash of the data and for the values
	// in it that rules redact, see [redact.Redaction].
	Want []byte
	// Stored is the JSON text of the truth in its data set, for the hash of the data, where it is not Want. Tools that
	// read the data set compare this hash.
	Stored []byte
	// Input identifies the input of the extractor, as bytes; nil for unknown.
	Input []byte
	// InputEmpty: the input is an empty value, which does not tell one document from another.
	InputEmpty bool
	// InputSize is the number of bytes of the input, 0 for unknown.
	InputSize int
	// Text is the text of the document, "" when it has none.
	Text string
	// Confidence returns how sure the extractor is of the value at a path of its answer (see
	// [eval.FieldResult.GotPath]), from 0 to 1; ok is false where the extractor does not say. A number outside this
	// range is left out with a warning. Default: the confidences that [paths.ConfidenceBeside] finds, unless the spec
	// compares a value called "confidence".
	Confidence func(path string) (confidence float64, ok bool)
	Duration   time.Duration
	Retries    int
	TimedOut   bool
	Replayed   bool
	Taken      string
	Tags       map[string]string
	Pages      []Page
	// Label says where the truth comes from, nil for unknown.
	Label *Label
	Cost  map[string]float64
	// Stop is the reason why the model stopped, as the extractor says it, "" for unknown.
	Stop string
	// Measures are the contributions of the answer to the measures of the data set. Invalid ones are left out. The measures of
	// packets are made of the Result, see [PacketMeasures].
	Measures []Measured
}

// CaseOptions bound and redact the values in records. The zero value keeps all values and has the default bounds.
type CaseOptions struct {
	// MaxExamples bounds each list of misses, warnings and alignment rows. Default
	// 10, none when negative.
	MaxExamples int
	// MaxFields bounds Case.Fields. Default 1000.
	MaxFields int
	// MaxValueBytes bounds the JSON text of one value, and paths, notes and error
	// texts. Default 4096.
	MaxValueBytes int
	// MaxAnswerBytes bounds Truth and Answer of a case: if one is longer, the record keeps neither. A Truth is kept
	// without an Answer only if the extractor failed, or if the answer could not be read. Default 65,536. Records have
	// neither if it is negative or anything is redacted.
	MaxAnswerBytes int
	Redaction      redact.Redaction
	// System holds the labels of the run, by which a case knows that its truth is a draft of the system that is judged.
	System map[string]string
	// Cluster is the tag that joins cases, see [Dataset].
	Cluster string
	// Classes are the classes of the data set, see [Dataset].
	Classes []ClassList
	// Fields are the fields of the spec by attributes, from [eval.Spec.Plain]. They say which texts may be numbers and
	// dates, see [Shape]. Default: all texts.
	Fields []eval.Field
}

const (
	defaultMaxExamples   = 10
	defaultMaxFields     = 1000
	defaultMaxValueBytes = 4096
	defaultMaxAnswer     = 64 << 10
)

func (o CaseOptions) withDefaults() CaseOptions {
	o.MaxExamples = max(cmp.Or(o.MaxExamples, defaultMaxExamples), 0)
	if o.MaxFields <= 0 {
		o.MaxFields = defaultMaxFields
	}
	if o.MaxValueBytes <= 0 {
		o.MaxValueBytes = defaultMaxValueBytes
	}
	o.MaxAnswerBytes = cmp.Or(o.MaxAnswerBytes, defaultMaxAnswer)
	o.Redaction = o.Redaction.Prepared()
	return o
}
