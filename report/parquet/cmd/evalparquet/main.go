// Command evalparquet writes artifacts as Parquet tables.
//
//	evalparquet -o out run.jsonl main-run/
//
// It writes out/cases.parquet, out/fields.parquet and out/alignments.parquet, of the
// columns that package parquet above names. An artifact is a file that a run wrote, plain
// or compressed by gzip, or a folder of them, _evaltest by default.
//
// Exit codes: 0; 1 a data set broke off, lacks records or is stale; 2 misuse, or a file that cannot be
// read or written.
//
// It is small since package parquet, in whose module it stands, does the work.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/parquet"
)

func main() { os.Exit(run(os.Stdout, os.Stderr, os.Args[1:])) }

const (
	exitOK = iota
	exitFound
	exitMisuse
)

func run(stdout, stderr io.Writer, args []string) (exit int) {
	flags := flag.NewFlagSet("evalparquet", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: evalparquet [-o FOLDER] [artifact ...]\n\nAn artifact is a file or a folder of them, by default _evaltest.\n\n")
		flags.PrintDefaults()
	}
	out := flags.String("o", ".", "write the tables into this `FOLDER`")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		return exitMisuse
	}
	say := func(format string, args ...any) { fmt.Fprintf(stderr, "evalparquet: "+format+"\n", args...) }
	sources, warnings, err := sourcesOf(flags.Args())
	for _, w := range warnings {
		say("%s", terminal.Visible(w.Error()))
	}
	if err != nil {
		say("%s", terminal.Visible(err.Error()))
		return exitMisuse
	}
	notWhole, err := parquet.Write(*out, sources...)
	if err != nil {
		say("%s", terminal.Visible(err.Error()))
		return exitMisuse
	}
	for _, set := range notWhole {
		say("%s: %s: %s", terminal.Visible(set.Dataset.Name), set.State(), terminal.Visible(set.Why()))
		if set.State() == artifact.Broken || set.Lacking() != nil {
			exit = exitFound
		}
	}
	fmt.Fprintf(stdout, "cases.parquet, fields.parquet and alignments.parquet are in %s\n", *out)
	return exit
}

func sourcesOf(args []string) (sources []artifact.Source, warnings []error, err error) {
	if len(args) == 0 {
		args = []string{"_evaltest"}
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			return nil, warnings, err
		case !info.IsDir():
			sources = append(sources, artifact.File(arg))
			continue
		}
		found, doubts, err := artifact.List(arg)
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("%s holds no artifact (*.jsonl)", arg)
		}
		if err != nil {
			return nil, warnings, err
		}
		sources, warnings = append(sources, found...), append(warnings, doubts...)
	}
	return sources, warnings, nil
}
