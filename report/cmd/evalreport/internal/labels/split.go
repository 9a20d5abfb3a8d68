package labels

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/score"
)

func (c *Call) split(fs *flag.FlagSet) shell.Task {
	var head sidecar.PartsHead
	fs.Func("parts", "the parts and their shares, `NAME=SHARE,...`; default the parts that the file has", func(text string) (err error) {
		head.Parts, err = sidecar.ParseParts(text)
		return err
	})
	fs.StringVar(&head.By, "by", "", "no value of this tag, or `KEY` of the truths, stands in two parts: vendor, customer")
	fs.StringVar(&head.Stratify, "stratify", "", "divide each value of this tag, or `KEY` of the truths, as all cases: a class")
	fs.Uint64Var(&head.Seed, "seed", 0, "another `NUMBER` gives other parts")
	key := fs.String("id", "id", "the `KEY` of the id")
	return func(args []string) error {
		if len(args) != 1 || args[0] == "-" {
			return shell.Errorf("split takes one data set, a file or a folder, and writes the parts beside it")
		}
		data := args[0]
		written, err := sidecar.OpenParts(data)
		if err != nil && head.Parts == nil {
			return err
		}
		if _, stat := os.Stat(sidecar.PartsFile(data)); errors.Is(stat, os.ErrNotExist) {
			written, err = nil, nil
		}
		if err != nil {
			return err
		}
		if written != nil {
			if err := agree(fs, head, written.PartsHead); err != nil {
				return shell.Errorf("%s %v: leave the flag out to give parts to new cases, or remove the file to divide anew", sidecar.PartsFile(data), err)
			}
			head = written.PartsHead
		}
		d := sidecar.NewSplitter(head)
		if err := c.cases(data, score.Lines{Key: *key}, d.Add); err != nil {
			return err
		}
		f, more, err := d.Split(filepath.ToSlash(data), written)
		if err != nil {
			return err
		}
		if more {
			c.Say("warning: of so many texts not all pairs were looked at: there may be near copies in two parts")
		}
		if err := write(f, sidecar.PartsFile(data)); err != nil {
			return err
		}
		return c.showSplit(d, f, written, sidecar.PartsFile(data))
	}
}

// agree returns an error if a flag contradicts the file.
func agree(fs *flag.FlagSet, head, file sidecar.PartsHead) error {
	switch {
	case head.Parts != nil && !maps.Equal(head.Parts, file.Parts):
		return fmt.Errorf("has the parts %s, and -parts has others", shares(file))
	case shell.IsSet(fs, "by") && head.By != file.By:
		return fmt.Errorf("has groups by %q, and -by is %q", file.By, head.By)
	case shell.IsSet(fs, "stratify") && head.Stratify != file.Stratify:
		return fmt.Errorf("has classes by %q, and -stratify is %q", file.Stratify, head.Stratify)
	case shell.IsSet(fs, "seed") && head.Seed != file.Seed:
		return fmt.Errorf("has the seed %d, and -seed is %d", file.Seed, head.Seed)
	}
	return nil
}

func shares(h sidecar.PartsHead) string {
	parts := arithmetic.Each(h.Names(), func(name string) string { return name + "=" + strconv.FormatFloat(h.Parts[name], 'g', -1, 64) })
	return strings.Join(parts, ",")
}

// write writes the file of parts if it has changed.
func write(f *sidecar.Parts, name string) error {
	text, err := f.Bytes()
	if err != nil {
		return err
	}
	if previous, err := os.ReadFile(name); err == nil && string(previous) == string(text) {
		return nil
	}
	if err := files.Write(name, text); err != nil {
		return fmt.Errorf("writing %s: %w", name, files.Cause(err))
	}
	return nil
}

// showSplit prints the share of each part.
func (c *Call) showSplit(d *sidecar.Splitter, f, previous *sidecar.Parts, name string) error {
	added, dropped := f.Added(previous), f.Dropped(previous)
	all := d.Shares(f)
	cases := 0
	for _, s := range all {
		cases += s.Cases
	}
	var p view.Page
	head := terminal.Visible(name) + ": "
	switch {
	case previous == nil:
		head += fmt.Sprintf("parts of %s", words.Plural(cases, "case"))
	case len(added)+len(dropped) == 0:
		head += fmt.Sprintf("as it was, %s", words.Plural(cases, "case"))
	default:
		head += fmt.Sprintf("%s added, %s kept", words.Plural(len(added), "case"), words.Plural(cases-len(added), "case"))
		if len(dropped) > 0 {
			head += fmt.Sprintf(", %s no more in the data", words.Plural(len(dropped), "case"))
		}
	}
	p.Line("%s", head)
	p.Line("")
	rows := [][]string{{"part", "wanted", "share", "cases", "groups"}}
	nearest := 0.0
	for _, s := range all {
		rows = append(rows, []string{s.Part, ratio(s.Wanted), ratio(float64(s.Cases) / float64(cases)), strconv.Itoa(s.Cases), strconv.Itoa(s.Groups)})
		nearest = max(nearest, s.Near)
	}
	p.Add(view.TableOf(rows))
	if f.Stratify != "" {
		p.Line("")
		p.Add(classes(all, f.Stratify))
	} else if previous == nil {
		p.Lines(fmt.Sprintf("a share is within %s of the wanted one for 95 of 100 seeds, by the sizes of the groups", ratio(nearest)))
	}
	return p.Write(c.Stdout, shell.PageOf(c.Stdout))
}

// classes returns the number of cases of each class in each part.
func classes(all []sidecar.PartShare, key string) view.Table {
	head := []string{terminal.Visible(key)}
	names := map[string]bool{}
	for _, s := range all {
		head = append(head, s.Part)
		for class := range s.Classes {
			names[class] = true
		}
	}
	rows := [][]string{head}
	for _, class := range slices.Sorted(maps.Keys(names)) {
		counts := arithmetic.Each(all, func(s sidecar.PartShare) string { return strconv.Itoa(s.Classes[class]) })
		rows = append(rows, append([]string{cmp.Or(terminal.Excerpt(class, terminal.MaxName), "(none)")}, counts...))
	}
	return view.TableOf(rows)
}

func ratio(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

// cases calls use with each case of a data set, with or without a truth. A line without an id is a mistake. The error joins
// the mistakes in lines.
func (c *Call) cases(data string, format score.Lines, use func(sidecar.PartCase) error) error {
	f, err := c.File(data)
	if err != nil {
		return err
	}
	var wrong dataset.Problems
	lines := f.Lines()
	for line, err := range lines.All() {
		if err != nil {
			return err
		}
		splitCase := sidecar.PartCase{Where: lines.Where(line), Tags: format.Tags(line.Text), Input: []byte(gjson.GetBytes(line.Text, "input").Raw)}
		if _, err = dataset.Parse(line.Text); err == nil {
			if splitCase.ID, err = format.ID(line.Text); err != nil {
				err = fmt.Errorf("%w; a part needs an id that stays when lines are added", err)
			}
		}
		if err != nil {
			wrong.Add(fmt.Errorf("%s: %w", splitCase.Where, err))
			continue
		}
		truth, _, _ := format.Values(line.Text, nil)
		splitCase.Truth, _ = document.Parse(truth) // a part needs no truth
		splitCase.Text = gjson.GetBytes(line.Text, "text").Str
		if err := use(splitCase); err != nil {
			wrong.Add(err)
		}
	}
	return cmp.Or(lines.Nothing(), wrong.Err())
}

// Part removes the cases of all other parts from the files of truths and answers, by the file of parts beside the
// truths. It keeps lines without an id, and lines whose id is in no part: scoring reports them. The error lists cases
// of the data set without a part, and groups that are in two parts.
func (c *Call) Part(part, data string, format score.Lines, want, got *dataset.File) error {
	f, err := sidecar.OpenParts(data)
	if err == nil {
		err = f.CheckPart(part)
	}
	if err != nil {
		return err
	}
	d := sidecar.NewSplitter(f.PartsHead)
	if err := c.cases(data, format, d.Add); err != nil {
		return err
	}
	if err := d.Check(f, data); err != nil {
		return err
	}
	left := 0
	keep := func(line []byte) bool {
		id, err := format.ID(line)
		own, ok := f.Part(id)
		if own == part {
			left++
		}
		return err != nil || !ok || own == part
	}
	if err := want.Keep(keep); err != nil {
		return err
	}
	if left == 0 {
		return fmt.Errorf("no case of %s is in part %q", data, part)
	}
	return got.Keep(keep)
}
