package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// NewCase makes the record of one case: its status from seen, its counts in full, its examples bounded and its values
// redacted as o says. The record shares memory with the result and must not be changed.
func NewCase(seen Observation, o CaseOptions) Case {
	o = o.withDefaults()
	truth := canonical(seen.Want)
	stored := truth
	if seen.Stored != nil {
		stored = canonical(seen.Stored)
	}
	c := Case{
		ID:       seen.ID,
		Trial:    max(seen.Trial, 1),
		Status:   OK,
		DataHash: dataHash(seen.ID, stored, o.Redaction),
		Duration: seen.Duration,
		Retries:  seen.Retries,
		TimedOut: seen.TimedOut,
		Replayed: seen.Replayed,
		Taken:    seen.Taken,
		Tags:     seen.Tags,
		Pages:    o.pages(seen.Pages),
		Cost:     finiteCost(seen.Cost),
		Label:    seen.Label,
		OwnDraft: seen.Label.Own(o.System),
	}
	// The hash of an empty input would join all cases that have one, unless they have a TruthHash, which Omit leaves out.
	if seen.Input != nil && !(seen.InputEmpty && o.Redaction.Omits()) {
		c.InputHash = hashOf(seen.Input, o.Redaction)
	}
	if seen.Text != "" {
		c.TextHash = hashOf([]byte(seen.Text), o.Redaction)
	}
	if seen.Text == "" && (seen.Input == nil || seen.InputEmpty) && len(seen.Want) > 0 && !o.Redaction.Omits() {
		c.TruthHash = hashOf(truth, o.Redaction)
	}
	document := seen.Text
	if document == "" && !seen.InputEmpty {
		document = string(seen.Input)
	}
	if document != "" && len(seen.Want) > 0 {
		c.DocumentHash = hashOf(fmt.Appendf(nil, "%d %s%s", len(document), document, truth), o.Redaction)
	}
	if _, tagged := seen.Tags[o.Cluster]; o.Cluster != "" && !tagged {
		c.ClusterHash = clusterHash(seen.Want, o.Cluster, o.Redaction)
	}
	if seen.Err != nil {
		c.Status = Error
		c.Error = o.Redaction.Text(words.Cut(fmt.Sprint(seen.Err), o.MaxValueBytes))
	}
	r := seen.Result
	if r == nil {
		c.Status = Skipped
		return c
	}
	if c.Unlabelled = seen.Unlabelled; c.Unlabelled {
		c.Verdict = verdictWithout(&seen)
	} else {
		c.Score = RatioOf(r.Score, true)
		c.NullScore = RatioOf(r.NullScore, true)
		c.Verdict = r.Verdict
	}
	c.Counts = r.Table.Attributes
	c.Origins = originsOf(r.Fields)
	c.Measures = packetsMeasured(r.Packets)
	for _, m := range seen.Measures {
		found := slices.ContainsFunc(c.Measures, func(own Measured) bool { return own.Name == m.Name })
		if m.Validate() == nil && !found {
			c.Measures = append(c.Measures, m)
		}
	}
	fields, misses := o.Redaction.Leaves(r, seen.Want)
	c.Unreadable = r.Unreadable != ""
	c.Invariants = o.invariants(r, fields)
	ranks := ranks{answer: r.Answer, walker: paths.Walker{}}
	c.Classes = classPairs(r.Fields, fields, o.Classes, &ranks)
	c.Shape = o.shape(&seen, fields)
	for _, miss := range misses[:min(len(misses), o.MaxExamples)] {
		c.Misses = append(c.Misses, words.Cut(miss.String(), o.MaxValueBytes))
	}
	c.MoreMisses = len(misses) - len(c.Misses)
	if !o.Redaction.Active() {
		c.Reasoning = words.Cut(r.Reasoning, o.MaxValueBytes)
	}
	var confidences confidences
	if seen.Err == nil {
		confidences = newConfidences(seen.Confidence, r)
	}
	c.Fields, c.MoreFields = o.fields(r.Fields, fields, &confidences)
	warnings := slices.Concat(confidences.warnings(), ranks.left, strangeFields(c.Label, c.Counts, seen.Want), r.Warnings)
	if key, repeated := r.Answer.RepeatedKey(); repeated {
		warnings = append(warnings, fmt.Sprintf("an object of the answer has the key %q more than once: the last one counts", key))
	}
	for _, w := range warnings[:min(len(warnings), o.MaxExamples)] {
		c.Warnings = append(c.Warnings, o.Redaction.Text(words.Cut(w, o.MaxValueBytes)))
	}
	for i := range r.Alignments {
		c.Alignments = append(c.Alignments, o.alignment(&r.Alignments[i]))
	}
	o.keepValues(&c, &seen)
	return c
}

const maxPages = 100

// pages returns the pages for the record. It leaves out the names of pictures where anything is redacted: a picture
// shows the redacted values, and its name may contain them.
func (o CaseOptions) pages(all []Page) []Page {
	kept := slices.Clone(all[:min(len(all), maxPages)])
	for i := range kept {
		p := &kept[i]
		p.Width, p.Height = finite(p.Width), finite(p.Height)
		if o.Redaction.Active() || len(p.Image) > o.MaxValueBytes {
			p.Image = ""
		}
	}
	return kept
}

// invariants returns the recorded invariants of a result: all states, with notes and paths bounded. A note is free
// text and may quote any value, so it is withheld where anything is redacted. So is a path that is not in the spec or
// the truth.
func (o CaseOptions) invariants(r *eval.Result, fields []eval.FieldResult) []eval.InvariantResult {
	if len(r.Invariants) == 0 {
		return nil
	}
	kept := make([]eval.InvariantResult, len(r.Invariants))
	for i, result := range r.Invariants {
		kept[i] = eval.InvariantResult{Name: result.Name, State: result.State, Note: o.Redaction.Text(words.Cut(result.Note, o.MaxValueBytes))}
		for _, path := range result.Paths[:min(len(result.Paths), o.MaxExamples)] {
			if !o.Redaction.Active() || namedByField(path, fields) {
				kept[i].Paths = append(kept[i].Paths, words.Cut(path, o.MaxValueBytes))
			}
		}
	}
	return kept
}

// verdictWithout returns the verdict on a case without a truth: its invariants decide, "" where
// none of them does.
func verdictWithout(seen *Observation) eval.Verdict {
	switch all := seen.Result.Invariants; {
	case seen.Err != nil || slices.ContainsFunc(all, breaks):
		return eval.Fail
	case slices.ContainsFunc(all, decides):
		return eval.Pass
	}
	return ""
}

// fields returns the recorded fields of the leaves, and how many are left out. kept are the leaves as records keep them.
func (o CaseOptions) fields(results, kept []eval.FieldResult, sure *confidences) (fields []Field, more int) {
	if len(results) == 0 {
		return nil, 0
	}
	hits := len(results) // how many hits fit into the record
	if more = max(len(results)-o.MaxFields, 0); more > 0 {
		others := 0
		for i := range results {
			if !results[i].Outcome.Hit() {
				others++
			}
		}
		hits = max(o.MaxFields-others, 0)
	}
	classes := errorClasses(results)
	fields = make([]Field, 0, min(len(results), o.MaxFields))
	for i := range results {
		if len(fields) == o.MaxFields {
			break
		}
		if results[i].Outcome.Hit() {
			if hits == 0 {
				continue
			}
			hits--
		}
		fields = append(fields, o.field(&kept[i]))
		f := &fields[len(fields)-1]
		f.Confidence = sure.ratioOf(&results[i])
		if f.Outcome == metrics.Wrong && classes[i] != source.Unknown {
			f.ErrorClass = string(classes[i])
		}
	}
	return fields, more
}

func (o *CaseOptions) field(r *eval.FieldResult) Field {
	f := Field{
		Path:       words.Cut(r.Path, o.MaxValueBytes),
		Attribute:  r.Attribute,
		GotIndex:   r.GotIndex,
		GotKeys:    r.GotKeys,
		WantIndex:  r.WantIndex,
		Outcome:    r.Outcome,
		Score:      finite(r.Score),
		Similarity: finite(r.Similarity),
		Weight:     finite(r.Weight),
		Note:       words.Cut(r.Note, o.MaxValueBytes),
		Tag:        r.Tag,
		Origin:     string(r.Origin),
		Got:        r.Got,
		Want:       r.Want,
		Details:    jsonOrText(r.Details),
	}
	values, details := bound(o.MaxValueBytes, &f.Got, &f.Want), bound(o.MaxValueBytes, &f.Details)
	f.Cut = values || details
	return f
}

func (o CaseOptions) alignment(a *eval.Alignment) Alignment {
	alignment := Alignment{
		Path:          a.Path,
		Paired:        len(a.Pairs),
		OnlyGot:       len(a.UnmatchedGot),
		OnlyWant:      len(a.UnmatchedWant),
		UnmatchedGot:  a.UnmatchedGot[:min(len(a.UnmatchedGot), o.MaxExamples)],
		UnmatchedWant: a.UnmatchedWant[:min(len(a.UnmatchedWant), o.MaxExamples)],
		Ambiguous:     a.Ambiguous,
		NearestToWant: o.nearest(a.NearestToWant),
		NearestToGot:  o.nearest(a.NearestToGot),
	}
	for _, p := range a.Pairs[:min(len(a.Pairs), o.MaxExamples)] {
		p.Similarity = finite(p.Similarity)
		alignment.Pairs = append(alignment.Pairs, p)
	}
	if o.Redaction.Active() && strings.Contains(a.Attribute, paths.Members) {
		alignment.Path = a.Attribute // the keys of a map are data
	}
	if o.Redaction.Active() || a.GotKeys == nil && a.WantKeys == nil {
		return alignment
	}
	alignment.GotKeys, alignment.WantKeys = map[int]string{}, map[int]string{}
	name := func(names map[int]string, keys []string, index int) {
		if index < len(keys) {
			names[index] = words.Cut(keys[index], o.MaxValueBytes)
		}
	}
	for _, p := range alignment.Pairs {
		name(alignment.GotKeys, a.GotKeys, p.Got)
		name(alignment.WantKeys, a.WantKeys, p.Want)
	}
	for _, i := range alignment.UnmatchedGot {
		name(alignment.GotKeys, a.GotKeys, i)
	}
	for _, i := range alignment.UnmatchedWant {
		name(alignment.WantKeys, a.WantKeys, i)
	}
	return alignment
}

func (o CaseOptions) nearest(found []eval.Nearest) (nearest []eval.Nearest) {
	for _, n := range found[:min(len(found), o.MaxExamples)] {
		n.Similarity, n.Least = finite(n.Similarity), finite(n.Least)
		n.GotKey, n.WantKey = words.Cut(n.GotKey, o.MaxValueBytes), words.Cut(n.WantKey, o.MaxValueBytes)
		if o.Redaction.Active() {
			n.GotKey, n.WantKey = "", ""
		}
		nearest = append(nearest, n)
	}
	return nearest
}

// keepValues records the truth and the answer, where both fit and nothing is redacted.
func (o CaseOptions) keepValues(c *Case, seen *Observation) {
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
	case size > 0 && size <= o.MaxAnswerBytes && utf8.ValidString(text) && words.CheckUTF8(answer) == nil:
		c.Answer, c.AnswerText = answer, text
	case words.UnreadableReason(c.Warnings) == "":
		c.Truth = nil
	}
}

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
