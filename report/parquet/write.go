// Package parquet writes artifacts as three Parquet tables, for pandas, DuckDB, Spark and
// similar tools: [Case], [Field] and [Alignment]. Join them by dataset, package,
// repetition, case and trial. Their doc comments name the columns:
//
//	select attribute, outcome, count(*) from 'out/fields.parquet' group by all
//
// The metadata of each file have two keys: "extracteval.schema" is the schema of the records, and "extracteval.not_whole"
// a JSON list of the data sets whose rows are incomplete or in doubt, "[]" if all are whole, as objects with the keys
// dataset, package, repetition, state ("broken" or "partial") and why.
//
// It is a module of its own, since the library for the format adds several MB.
// [report.Case] defines the values.
package parquet

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// doubtful is a data set whose rows are incomplete or in doubt.
type doubtful struct {
	Dataset    string `json:"dataset"`
	Package    string `json:"package"`
	Repetition int    `json:"repetition"`
	State      string `json:"state"` // "broken" or "partial"
	Why        string `json:"why"`
}

// groupBytes is the approximate number of bytes that a table holds before it writes
// a row group.
const groupBytes = 16 << 20

// Write writes the tables of some artifacts into a folder, which it creates if needed: cases.parquet, fields.parquet
// and alignments.parquet. Rows are in the order of the records, and written in row groups of some 16 MB. Memory does
// not grow with the cases, except for the hashes by which [artifact.Joiner] finds duplicates. Existing files are
// replaced by a rename when all three are whole; if there is an error before that, they are unchanged.
//
// Write returns the data sets that are not whole; their rows are in the tables, too.
// The error comes from a source or the folder.
func Write(dir string, sources ...artifact.Source) (notWhole []*artifact.Set, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	var files []*file
	defer func() {
		for _, f := range files {
			f.drop()
		}
	}()
	create := func(name string) *os.File {
		f, failed := os.CreateTemp(dir, "."+name+"-*")
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("parquet: %w", failed))
			return nil
		}
		files = append(files, &file{File: f, path: filepath.Join(dir, name)})
		return f
	}
	cases := newTable[Case](create("cases.parquet"), func(r *Case) int {
		return 400 + len(r.Error) + len(r.Reasoning) + length(r.Misses) + length(r.Warnings)
	})
	fields := newTable[Field](create("fields.parquet"), func(r *Field) int { return 250 + len(r.Note) + len(r.Got) + len(r.Want) + len(r.Details) })
	alignments := newTable[Alignment](create("alignments.parquet"), func(r *Alignment) int {
		return 300 + 24*len(r.Pairs) + 100*(len(r.NearestToGot)+len(r.NearestToWant)) + 8*(len(r.UnmatchedGot)+len(r.UnmatchedWant))
	})
	if err != nil {
		return nil, err
	}
	var joiner artifact.Joiner
	visit := func(s *artifact.Section, c *report.Case, _ artifact.Place) error {
		cases.add(caseRow(s, c))
		for i := range c.Fields {
			fields.add(fieldRow(s, c, &c.Fields[i]))
		}
		for i := range c.Alignments {
			alignments.add(alignmentRow(s, c, &c.Alignments[i]))
		}
		return nil // closing a table returns its error
	}
	for _, source := range sources {
		if err := joiner.Read(source, artifact.Visitor{Case: visit}); err != nil {
			return nil, fmt.Errorf("parquet: %s: %w", source.Name, err)
		}
	}
	told := []doubtful{}
	for _, set := range joiner.Sets() {
		if set.State() != artifact.Whole {
			notWhole = append(notWhole, set)
			told = append(told, doubtful{set.Dataset.Name, set.Package, set.Repetition, set.State().String(), set.Why()})
		}
	}
	metadata, err := json.Marshal(told)
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	if err := errors.Join(cases.close(metadata), fields.close(metadata), alignments.close(metadata)); err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	for _, f := range files {
		if err := f.finish(); err != nil {
			return nil, fmt.Errorf("parquet: %w", err)
		}
	}
	for _, f := range files {
		if err := f.rename(); err != nil {
			return nil, fmt.Errorf("parquet: %w", err)
		}
	}
	return notWhole, nil
}

// file gets its name when it is whole.
type file struct {
	*os.File
	path string
	done bool
}

func (f *file) finish() error { return errors.Join(f.Chmod(0o644), f.Close()) }

func (f *file) rename() error {
	err := os.Rename(f.Name(), f.path)
	f.done = err == nil
	return err
}

// drop removes an incomplete file.
func (f *file) drop() {
	if !f.done {
		f.Close()
		os.Remove(f.Name())
	}
}

// table writes rows of one type. After an error it discards further rows.
type table[Row any] struct {
	to      *pq.GenericWriter[Row]
	size    func(*Row) int // approximate bytes of a row
	waiting []Row
	bytes   int // bytes in the row group
	err     error
}

func newTable[Row any](f *os.File, size func(*Row) int) *table[Row] {
	return &table[Row]{to: pq.NewGenericWriter[Row](f, pq.Compression(&zstd.Codec{})), size: size}
}

func (t *table[Row]) add(row Row) {
	t.waiting = append(t.waiting, row)
	if t.bytes += t.size(&row); len(t.waiting) >= 1024 || t.bytes >= groupBytes {
		t.flush(t.bytes >= groupBytes)
	}
}

// flush writes the buffered rows, and with group ends the row group.
func (t *table[Row]) flush(group bool) {
	if t.err == nil {
		_, t.err = t.to.Write(t.waiting)
	}
	clear(t.waiting)
	t.waiting = t.waiting[:0]
	if group && t.err == nil {
		t.err = t.to.Flush()
	}
	if group {
		t.bytes = 0
	}
}

func (t *table[Row]) close(notWhole []byte) error {
	t.flush(false)
	if t.err != nil {
		return t.err
	}
	t.to.SetKeyValueMetadata("extracteval.schema", report.Schema)
	t.to.SetKeyValueMetadata("extracteval.not_whole", string(notWhole))
	return t.to.Close()
}

func length(texts []string) (n int) {
	for _, text := range texts {
		n += len(text)
	}
	return n
}
