package beam

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

func init() {
	beam.RegisterDoFn(reflect.TypeFor[shardNumberFn]())
	beam.RegisterDoFn(reflect.TypeFor[artifactFn]())
	beam.RegisterDoFn(reflect.TypeFor[wholeFn]())
	beam.RegisterDoFn(reflect.TypeFor[deadFn]())
	beam.RegisterDoFn(reflect.TypeFor[countsFn]())
	beam.RegisterDoFn(reflect.TypeFor[summariesFn]())
	register.Emitter1[[]byte]()
	register.Iter1[[]byte]()
	register.Iter1[DeadLetter]()
	register.Iter1[Counts]()
	register.Iter2[string, Facts]()
}

// Names of the files of [Score] other than the artifacts.
const (
	summariesFile   = "summaries.jsonl"
	factsFile       = "facts.json"
	deadLettersFile = "dead-letters.jsonl"
	countsFile      = "counts.json"
)

// writeArtifacts writes the records as artifacts, one for each shard, with the
// summary if there is only one shard.
func writeArtifacts(s beam.Scope, o Options, ds report.Dataset, records, summaries beam.PCollection) error {
	s = s.Scope("WriteArtifacts")
	shards := max(o.Shards, 1)
	run := artifact.NewRun("")
	run.Labels = o.Cases.System
	fn := &artifactFn{Out: o.Out, Stem: files.Stem(run.Package, ds.Name), Shards: shards, Compress: o.Compress, Start: run.Start}
	var err, errSet error
	fn.Run, err = artifact.AppendRecord(nil, run)
	fn.Dataset, errSet = json.Marshal(ds)
	if err := errors.Join(err, errSet); err != nil {
		return err
	}
	numbers := make([]int, shards)
	for i := range numbers {
		numbers[i] = i + 1
	}
	// A shard without cases also gets a file.
	every := beam.ParDo(s, &shardNumberFn{}, beam.CreateList(s, numbers))
	chunks := beam.ParDo(s, &chunkFn{Shards: shards}, records)
	whole := beam.ParDo(s, &wholeFn{}, summaries)
	beam.ParDo0(s, fn, beam.CoGroupByKey(s, every, chunks), beam.SideInput{Input: whole})
	return nil
}

type shardNumberFn struct{}

func (*shardNumberFn) ProcessElement(n int) (int, int) { return n, n }

// wholeFn selects the summary of all cases.
type wholeFn struct{}

func (*wholeFn) ProcessElement(key string, f Facts, emit func([]byte)) error {
	if key != "" {
		return nil
	}
	line, err := artifact.AppendRecord(nil, f.Summarizer.Summary())
	if err == nil {
		emit(line)
	}
	return err
}

type artifactFn struct {
	Out, Stem    string
	Shards       int
	Compress     bool
	Run, Dataset []byte
	Start        time.Time
}

func (fn *artifactFn) ProcessElement(ctx context.Context, shard int, _ func(*int) bool, chunks func(*chunk) bool, whole func(*[]byte) bool) error {
	var ds report.Dataset
	if err := json.Unmarshal(fn.Dataset, &ds); err != nil {
		return err
	}
	name := fn.Stem
	if fn.Shards > 1 {
		ds.Shard, ds.Shards = shard, fn.Shards
		name += fmt.Sprintf(".shard%dof%d", shard, fn.Shards)
	}
	name += ".jsonl"
	if fn.Compress {
		name += ".gz"
	}
	return create(ctx, join(fn.Out, name), func(w io.Writer) error {
		head, err := artifact.AppendRecord(fn.Run, ds)
		if err != nil {
			return err
		}
		if err := fn.write(w, head); err != nil {
			return err
		}
		cases := 0
		var c chunk
		for chunks(&c) {
			if err := copyChunk(w, c, fn.Compress); err != nil {
				return err
			}
			cases += c.Cases
		}
		var tail, summary []byte
		for fn.Shards == 1 && whole(&summary) {
			tail = append(tail, summary...)
		}
		tail, err = artifact.AppendRecord(tail, report.End{Cases: cases, Duration: time.Since(fn.Start)})
		if err != nil {
			return err
		}
		return fn.write(w, tail)
	})
}

func (fn *artifactFn) write(w io.Writer, text []byte) (err error) {
	if fn.Compress {
		if text, err = zipped(text); err != nil {
			return err
		}
	}
	_, err = w.Write(text)
	return err
}

func writeDeadLetters(s beam.Scope, out string, redacted bool, dead beam.PCollection) {
	s = s.Scope("WriteDeadLetters")
	beam.ParDo0(s, &deadFn{File: join(out, deadLettersFile), Redacted: redacted}, beam.Impulse(s), beam.SideInput{Input: dead})
}

type deadFn struct {
	File     string
	Redacted bool
}

func (fn *deadFn) ProcessElement(ctx context.Context, _ []byte, letters func(*DeadLetter) bool) error {
	return create(ctx, fn.File, func(w io.Writer) error {
		var d DeadLetter
		for letters(&d) {
			if fn.Redacted {
				d.Text = nil
				if d.Kind == malformedWant || d.Kind == malformedGot || d.Kind == malformedUsage {
					d.Reason = "" // it may quote the line
				}
			}
			if err := writeJSON(w, d); err != nil {
				return err
			}
		}
		return nil
	})
}

func writeCounts(s beam.Scope, out string, counts beam.PCollection) {
	s = s.Scope("WriteCounts")
	beam.ParDo0(s, &countsFn{File: join(out, countsFile)}, beam.Impulse(s), beam.SideInput{Input: counts})
}

type countsFn struct{ File string }

func (fn *countsFn) ProcessElement(ctx context.Context, _ []byte, counts func(*Counts) bool) error {
	var sum, c Counts
	for counts(&c) {
		sum = sum.plus(c)
	}
	if err := create(ctx, fn.File, func(w io.Writer) error { return writeJSON(w, sum) }); err != nil {
		return err
	}
	return sum.Check()
}

func writeSummaries(s beam.Scope, out string, summaries beam.PCollection) {
	s = s.Scope("WriteSummaries")
	beam.ParDo0(s, &summariesFn{Out: out}, beam.Impulse(s), beam.SideInput{Input: summaries})
}

type summariesFn struct{ Out string }

// sliceSummary is a line of [summariesFile].
type sliceSummary struct {
	tagValue
	Summary report.Summary `json:"summary"`
}

func (fn *summariesFn) ProcessElement(ctx context.Context, _ []byte, summaries func(*string, *Facts) bool) error {
	var lines []sliceSummary
	var key string
	var f Facts
	for summaries(&key, &f) {
		slice, err := tagValueOf(key)
		if err != nil {
			return err
		}
		lines = append(lines, sliceSummary{slice, f.Summarizer.Summary()})
		if key != "" {
			continue
		}
		err = create(ctx, join(fn.Out, factsFile), func(w io.Writer) error { return writeJSON(w, f.Summarizer) })
		if err != nil {
			return err
		}
	}
	slices.SortFunc(lines, func(a, b sliceSummary) int {
		return cmp.Or(cmp.Compare(a.Tag, b.Tag), cmp.Compare(a.Value, b.Value))
	})
	return create(ctx, join(fn.Out, summariesFile), func(w io.Writer) error {
		for _, line := range lines {
			if err := writeJSON(w, line); err != nil {
				return err
			}
		}
		return nil
	})
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// join is path.Join for a dir that may begin with a scheme.
func join(dir, name string) string { return strings.TrimSuffix(dir, "/") + "/" + name }

// create writes a file on any file system of Beam. The file appears when all of it is written;
// until then an earlier file stays.
func create(ctx context.Context, path string, write func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	to := path
	if _, _, remote := strings.Cut(path, "://"); !remote { // an object appears when it is closed, a file at once
		to += "." + rand.Text() + ".tmp" // unique, since a bundle may be retried while its first try still runs
	}
	f, err := fs.OpenWrite(ctx, to)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 256<<10)
	if err = cmp.Or(write(b), b.Flush(), ctx.Err()); err != nil {
		cancel() // makes the store discard the object
	}
	err = errors.Join(err, f.Close())
	if to == path {
		return err
	}
	if err == nil {
		err = filesystem.Rename(ctx, fs, to, path)
	}
	if fs, ok := fs.(filesystem.Remover); ok && err != nil {
		err = errors.Join(err, fs.Remove(context.WithoutCancel(ctx), to))
	}
	return err
}
