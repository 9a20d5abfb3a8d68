package labels

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/report/internal/score"
)

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
