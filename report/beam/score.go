package beam

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/summarize"
)

// Options name the files that [Score] reads and writes, and how it compares.
type Options struct {
	// Want and Got are patterns of files of truths and answers, Out is a folder, on any
	// file system of Beam.
	Want, Got, Out string
	// Dataset names the data set.
	Dataset string
	// Spec lists the fields and how each is compared. The zero Spec compares
	// every leaf.
	Spec eval.Spec
	// Tags lists tags: [Score] makes a summary for each of their values, in addition to the summary of all cases.
	Tags []string
	// Shards is the number of artifacts. Default 1: a single file, written by one
	// worker.
	Shards int
	// Compress writes artifacts as .jsonl.gz.
	Compress bool

	Policy        metrics.Policy
	SkipUndefined bool
	// Resamples is as in [summarize.Options].
	Resamples int
	// Cases say what records keep. Their System holds the labels of the run.
	Cases report.CaseOptions
}

// validate returns all mistakes in o together.
func (o Options) validate() error {
	var errs []error
	for _, f := range []struct{ name, path string }{{"Want", o.Want}, {"Got", o.Got}, {"Out", o.Out}} {
		if f.path == "" {
			errs = append(errs, fmt.Errorf("beam: %s names no file", f.name))
		} else if err := known(f.path); err != nil {
			errs = append(errs, fmt.Errorf("beam: %s: %w", f.name, err))
		}
	}
	if o.Dataset == "" {
		errs = append(errs, errors.New("beam: the data set has no name"))
	}
	if o.Shards < 0 || o.Shards > artifact.MaxShards {
		errs = append(errs, fmt.Errorf("beam: %d shards, want 1 to %d", o.Shards, artifact.MaxShards))
	}
	_, err := o.Cases.Redaction.Compile(nil)
	return errors.Join(append(errs, o.Policy.Validate(), err)...)
}

// known returns an error if no file system is registered for a path.
func known(path string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	filesystem.ValidateScheme(path)
	return nil
}

// dataset returns the first record of the artifacts.
func (o Options) dataset() (report.Dataset, error) {
	ds := report.Dataset{
		Name: o.Dataset, Source: o.Want,
		Policy: o.Policy, SkipUndefined: o.SkipUndefined,
	}
	ds.SetRedaction(o.Cases.Redaction)
	evaluator, err := ds.SetSpec(o.Spec)
	if err == nil {
		_, err = o.Cases.Redaction.Compile(evaluator)
	}
	return ds, err
}

// Score builds the pipeline that compares answers with truths. It writes to Out:
//
//   - the artifact, as go test does, or one for each shard;
//   - summaries.jsonl: a summary of all cases, and one for each value of Tags;
//   - facts.json: the sums behind the summary, for merging with other runs;
//   - dead-letters.jsonl: the lines that could not be used, in arbitrary order;
//   - counts.json: the number of lines by outcome; see [Counts].
//
// The error reports invalid options. The runner returns the errors of running
// it.
func Score(p *beam.Pipeline, o Options) error {
	if err := o.validate(); err != nil {
		return err
	}
	ds, err := o.dataset()
	if err != nil {
		return err
	}
	s := p.Root()
	want, deadWant := ReadLines(s, o.Want)
	got, deadGot := ReadLines(s, o.Got)
	pairs, deadPairs := Join(s, want, got)
	records, unusable, err := Evaluate(s, o.Spec, o.Cases, pairs)
	if err != nil {
		return err
	}
	summary := summarize.OptionsOf(&ds)
	summary.Resamples = o.Resamples
	summaries := Summarize(s, summary, o.Tags, records)
	dead := beam.Flatten(s, deadWant, deadGot, deadPairs, unusable)

	writeSummaries(s, o.Out, summaries)
	writeDeadLetters(s, o.Out, o.Cases.Redaction.Active(), dead)
	writeCounts(s, o.Out, count(s, want, got, records, dead))
	return writeArtifacts(s, o, ds, records, summaries)
}

func init() {
	beam.RegisterType(reflect.TypeFor[Pair]())
	beam.RegisterDoFn(&joinFn{})
	register.Emitter1[Pair]()
	register.Iter1[[]byte]()
}

// Pair is a truth and its answer.
type Pair struct {
	ID       string
	Want     Line
	Got      Line
	Answered bool // Got is set
}

// format is the format of the lines of truths and answers.
var format score.Lines

// Join returns a [Pair] for each truth, with or without an answer, and a [DeadLetter] for each line that cannot be
// used. It pairs truths and answers by the id of their lines, which have the format of evalreport score. The lines must
// be in the global window, where [ReadLines] puts them.
//
// Join divides the lines by id into 4,096 parts. A worker joins each part in memory: with a billion documents of 500
// bytes a part is 120 MB.
func Join(s beam.Scope, want, got beam.PCollection) (pairs, dead beam.PCollection) {
	s = s.Scope("Join")
	wants, deadWants := beam.ParDo2(s, &blockFn{Malformed: malformedWant}, want)
	gots, deadGots := beam.ParDo2(s, &blockFn{Malformed: malformedGot}, got)
	pairs, dead = beam.ParDo2(s, &joinFn{}, beam.CoGroupByKey(s, wants, gots))
	return pairs, beam.Flatten(s, deadWants, deadGots, dead)
}

type joinFn struct{}

func (*joinFn) ProcessElement(_ int, wants, gots func(*[]byte) bool, emit func(Pair), dead func(DeadLetter)) error {
	want, got := side{lines: map[string]Line{}}, side{lines: map[string]Line{}}
	var block []byte
	for wants(&block) {
		if err := want.read(block, duplicateWant, dead); err != nil {
			return err
		}
	}
	for gots(&block) {
		if err := got.read(block, duplicateGot, dead); err != nil {
			return err
		}
	}
	for _, id := range want.ids {
		answer, answered := got.lines[id]
		emit(Pair{ID: id, Want: want.lines[id], Got: answer, Answered: answered})
	}
	for _, id := range got.ids {
		if _, known := want.lines[id]; !known {
			dead(got.lines[id].deadLetter(missingTruth, id, "there is no truth for this answer"))
		}
	}
	return nil
}
