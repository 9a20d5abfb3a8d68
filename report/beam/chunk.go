package beam

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

func init() {
	beam.RegisterType(reflect.TypeFor[chunk]())
	beam.RegisterDoFn(&chunkFn{})
	register.Emitter2[int, chunk]()
	register.Iter1[chunk]()
}

// chunk is the records of some cases of one shard, as lines, compressed by gzip:
// an engine then moves, stores and charges for a tenth of the bytes and a
// thousandth of the elements. Concatenated chunks are a valid gzip file.
type chunk struct {
	Cases int
	Gzip  []byte
}

const (
	// chunkBytes is the number of bytes of lines in a chunk.
	chunkBytes = 1 << 20
	// zipLevel compresses records to two thirds of the size of level 1, in the same time.
	zipLevel = 3
)

// chunkFn collects the lines of each shard in a bundle.
type chunkFn struct {
	Shards int

	open map[int]*openChunk
	line []byte
}

type openChunk struct {
	cases, size int
	text        bytes.Buffer
	zip         *gzip.Writer
}

func (fn *chunkFn) StartBundle(context.Context, func(int, chunk)) { fn.open = map[int]*openChunk{} }

func (fn *chunkFn) ProcessElement(_ context.Context, r Record, emit func(int, chunk)) error {
	line, err := artifact.AppendRecord(fn.line[:0], r.Case)
	if err != nil {
		// NewCase only makes records that JSON can hold. A record made otherwise is
		// written as an error.
		line, _ = artifact.AppendRecord(fn.line[:0], report.Case{
			ID: r.Case.ID, Trial: max(r.Case.Trial, 1), Status: report.Error, Error: err.Error(),
		})
	}
	fn.line = line
	shard := artifact.ShardOf(r.Case.ID, fn.Shards)
	c := fn.open[shard]
	if c == nil {
		c = &openChunk{}
		c.zip, _ = gzip.NewWriterLevel(&c.text, zipLevel) // a valid level: no error
		fn.open[shard] = c
	}
	if _, err := c.zip.Write(line); err != nil {
		return err
	}
	c.cases++
	if c.size += len(line); c.size < chunkBytes {
		return nil
	}
	return fn.close(shard, emit)
}

func (fn *chunkFn) FinishBundle(_ context.Context, emit func(int, chunk)) error {
	for shard := range fn.open {
		if err := fn.close(shard, emit); err != nil {
			return err
		}
	}
	return nil
}

func (fn *chunkFn) close(shard int, emit func(int, chunk)) error {
	c := fn.open[shard]
	delete(fn.open, shard)
	if err := c.zip.Close(); err != nil {
		return err
	}
	emit(shard, chunk{Cases: c.cases, Gzip: c.text.Bytes()})
	return nil
}

// zipped compresses a text for a chunk.
func zipped(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(text)
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), err
}

// copyChunk writes the lines of a chunk, or with compress the chunk as it is.
func copyChunk(w io.Writer, c chunk, compress bool) error {
	if compress {
		_, err := w.Write(c.Gzip)
		return err
	}
	text, err := gzip.NewReader(bytes.NewReader(c.Gzip))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, text)
	return err
}
