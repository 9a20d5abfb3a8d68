package main

import (
	"cmp"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// artifact names the data set and begins its artifact, before any file is read: if the process is killed meanwhile, an
// older artifact is not the newest run any more. It returns nil if the flag -dir is empty: the records are then
// discarded.
func (s *scoring) artifact(args []string) (*artifact.Writer, error) {
	s.ds = report.Dataset{
		Name: sidecar.PartName(cmp.Or(s.name, shell.Stem(args[0])), s.part), Source: filepath.ToSlash(args[0]), Answers: filepath.ToSlash(args[len(args)-1]), Part: s.part,
	}
	s.ds.SetRedaction(s.redaction)
	if err := s.readLabels(); err != nil || s.dir == "" {
		return nil, err
	}
	run := s.artifactRun()
	answers := shell.Stem(s.ds.Answers)
	if len(args) == 1 && answers == s.ds.Name {
		answers = "" // the data set has this name already
	}
	target := &artifact.Dir{Path: s.dir, Run: run, Variant: variant(answers, s.labels)}
	s.file = filepath.ToSlash(target.File(s.ds))
	if err := s.replaces(s.file, run); err != nil {
		return nil, err
	}
	return target.Announce(run, s.ds)
}

// artifactRun returns the record of a run that begins now.
func (s *scoring) artifactRun() report.Run {
	run := artifact.NewRun("")
	if len(s.labels) > 0 {
		run.Labels = s.labels
	}
	return run
}

// readLabels adds the labels of EVALTEST_LABELS to those of -label, which count first.
func (s *scoring) readLabels() error {
	texts, err := words.ParseLabels(os.Getenv("EVALTEST_LABELS"))
	if err != nil {
		return shell.Errorf("EVALTEST_LABELS: %v", err)
	}
	for name, value := range texts {
		if _, own := s.labels[name]; !own {
			s.labels[name] = value
		}
	}
	return nil
}

// variant returns the part of an artifact's name that differs between several answers to the same
// truths: the name of the answers and the labels, "got_model-x". If different answers have the same variant, replaces
// returns an error.
func variant(answers string, texts map[string]string) string {
	text := answers
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		text += "_" + name + "-" + texts[name]
	}
	return strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, strings.TrimPrefix(text, "_"))
}

// replaces returns an error if the file to be written exists with other truths, answers or
// labels. Otherwise it sets s.replaced to the start of the run in that file. Answers from the standard input cannot be
// identified: replaces then sets s.replacing.
func (s *scoring) replaces(path string, run report.Run) error {
	f, err := artifact.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	previous, dataset := shell.Head(f)
	same := func(a, b string) bool { return filepath.Clean(a) == filepath.Clean(b) }
	if err := cmp.Or(
		shell.If(!same(dataset.Answers, s.ds.Answers), "%s is of the answers %q, and the answers %q would overwrite it: name another -dir, say by -label which system they are of, or remove it", path, dataset.Answers, s.ds.Answers),
		shell.If(!same(dataset.Source, s.ds.Source), "%s is of the truths %q, and the truths %q would overwrite it: name another -dir or -dataset, or remove it", path, dataset.Source, s.ds.Source),
		shell.If(words.Labels(previous.Labels) != words.Labels(run.Labels), "%s is of a run with labels %q, and would be overwritten by one with %q: name another -dir, or remove it", path, words.Labels(previous.Labels), words.Labels(run.Labels)),
	); err != nil {
		return err
	}
	if s.ds.Answers == "-" {
		s.replacing = path + " is replaced: it is of answers that came through the standard input, too; -label tells systems apart"
	}
	s.replaced = previous.Start
	return nil
}
