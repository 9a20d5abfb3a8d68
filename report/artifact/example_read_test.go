package artifact_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// recordRun records a run over a part of the invoices, whose cases have the given ids.
func recordRun(ds report.Dataset, ids ...string) artifact.Source {
	var text bytes.Buffer
	w := artifact.NewWriter(&text, ds.Name)
	records := []report.Record{report.Run{Schema: report.Schema, Package: "example.com/service", Repetition: 1}, ds}
	for _, id := range ids {
		records = append(records, report.Case{ID: id, Trial: 1, Status: report.OK, Score: report.RatioOf(0.5, true)})
	}
	for _, r := range records {
		if err := w.Write(r); err != nil {
			panic(err)
		}
	}
	if err := w.End(false); err != nil {
		panic(err)
	}
	return artifact.Source{Name: ds.Name, Open: func() (io.ReadCloser, error) { return io.NopCloser(&text), nil }}
}

// NewWriter makes a Writer for a program that records what it measures, without go test.
func ExampleWriter() {
	w := artifact.NewWriter(os.Stdout, "invoices.jsonl")
	w.Write(report.Case{ID: "inv-1", Trial: 1, Status: report.OK, Score: report.RatioOf(0.5, true)})
	fmt.Println(w.Err())
	// Output:
	// {"type":"case","id":"inv-1","trial":1,"status":"ok","score":0.5}
	// <nil>
}

// A stage of a pipeline that has a case as a line, and changes a tag of it. DecodeCase reads the line.
func ExampleAppendRecord() {
	line, err := artifact.AppendRecord(nil, report.Case{ID: "inv-1", Trial: 1, Status: report.OK})
	if err != nil {
		panic(err)
	}
	var c report.Case
	if err := artifact.DecodeCase(line, &c); err != nil {
		panic(err)
	}
	c.Tags = map[string]string{"vendor": "acme"}
	line, err = artifact.AppendRecord(nil, c)
	fmt.Print(string(line), err)
	// Output:
	// {"type":"case","id":"inv-1","trial":1,"status":"ok","tags":{"vendor":"acme"}}
	// <nil>
}

// A Visitor sees each case with its Section, whose Key names the data set, and with its Place in the Source. The State tells whether the
// section is whole; Problems say why it is not.
func ExampleWalk() {
	source := recordRun(report.Dataset{Name: "invoices"}, "inv-1", "inv-2")
	sections, err := artifact.Walk(source, artifact.Visitor{
		Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			fmt.Printf("%s line %d: %s %s\n", s.Key.Dataset, place.Line, c.ID, c.Score)
			return nil
		},
	})
	if err != nil {
		panic(err)
	}
	for _, s := range sections {
		fmt.Println(s.State() == artifact.Whole, s.Problems.Len())
	}
	// Output:
	// invoices line 3: inv-1 0.500
	// invoices line 4: inv-2 0.500
	// true 0
}

// Two machines ran half of the invoices each. The Joiner makes one Set of the two, which is whole.
func ExampleJoiner() {
	var j artifact.Joiner
	for shard := 1; shard <= 2; shard++ {
		var ids []string
		for _, id := range []string{"inv-1", "inv-2", "inv-3", "inv-4"} {
			if artifact.ShardOf(id, 2) == shard {
				ids = append(ids, id)
			}
		}
		source := recordRun(report.Dataset{Name: "invoices", Shard: shard, Shards: 2, Cases: 4}, ids...)
		if err := j.Read(source, artifact.Visitor{}); err != nil {
			panic(err)
		}
		if shard == 1 {
			fmt.Println("one machine:", j.Sets()[0].State())
		}
	}
	set := j.Sets()[0]
	fmt.Println("both:", set.State(), set.Cases(), "cases")
	// Output:
	// one machine: partial
	// both: whole 4 cases
}

// Which of two machines runs a case: the SHA-256 of inv-1 begins with eec0310629106a7a, an even number.
func ExampleShardOf() {
	fmt.Println(artifact.ShardOf("inv-1", 2))
	// Output: 1
}

// The artifacts of a folder, as evalreport finds them. File is the Source of one of them, and Open reads it, compressed or not.
func ExampleList() {
	path, err := os.MkdirTemp("", "report")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(path)
	dir := &artifact.Dir{Path: path, Run: artifact.NewRun("example.com/service")}
	w, err := dir.Create(report.Dataset{Name: "invoices", Test: "TestInvoices"})
	if err != nil {
		panic(err)
	}
	if err := w.End(false); err != nil {
		panic(err)
	}

	sources, warnings, err := artifact.List(path)
	for _, source := range sources {
		fmt.Println(filepath.Base(source.Name))
	}
	fmt.Println(len(warnings), err)

	sections, err := artifact.Walk(artifact.File(w.Name()), artifact.Visitor{})
	fmt.Println(sections[0].Dataset.Name, err)

	file, err := artifact.Open(w.Name())
	if err != nil {
		panic(err)
	}
	defer file.Close()
	r := artifact.NewReader(file, "invoices")
	for r.Scan() {
		fmt.Println(r.Line(), r.Record().Type())
	}
	// Output:
	// example.com__service.invoices.jsonl
	// 0 <nil>
	// invoices <nil>
	// 1 run
	// 2 dataset
	// 3 end
}

// A runner of tests marks that they began. As long as the marker is not closed, their data sets are not evaluable.
func ExampleMarked() {
	path, err := os.MkdirTemp("", "report")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(path)
	dir := &artifact.Dir{Path: path, Run: artifact.NewRun("example.com/service")}
	end, err := dir.Begin(0, 0)
	if err != nil {
		panic(err)
	}
	fmt.Println(artifact.Marked(path))
	fmt.Println(end(1))
	// Output:
	// map[example.com/service:true]
	// <nil>
}
