package labels

import (
	"flag"

	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/score"
)

func (c *Call) log(fs *flag.FlagSet) shell.Task {
	specFile := fs.String("spec", "", "name the fields, in their order, by the spec in a YAML or JSON `FILE`")
	key := fs.String("id", "id", "the `KEY` of the id")
	asJSON := fs.Bool("json", false, "print the changes as one JSON object")
	return func(args []string) error {
		if len(args) != 2 {
			return shell.Errorf("log takes two files of truths, the old and the new one, not %d", len(args))
		}
		format := score.Lines{Key: *key}
		var spec *eval.Spec
		if *specFile != "" {
			read, _, err := c.Spec(*specFile, nil)
			if err != nil {
				return err
			}
			spec, format.NullTruths = &read, read.NullTruths
		}
		old, err := c.File(args[0])
		if err != nil {
			return err
		}
		new, err := c.File(args[1])
		if err != nil {
			return err
		}
		log, bad, err := history.CompareTruths(old, new, format, spec)
		if err != nil {
			return err
		}
		for i, f := range []*history.TruthFile{&log.Old, &log.New} {
			if args[i] == "-" {
				continue
			}
			if f.Version, err = sidecar.Version(args[i]); err != nil {
				return err
			}
		}
		c.Found = bad.N > 0
		c.Account(bad)
		if *asJSON {
			return shell.WriteJSON(c.Stdout, log)
		}
		return history.WriteTruths(c.Stdout, &log, shell.PageOf(c.Stdout))
	}
}
