package labels

import (
	"fmt"
	"io"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/internal/score"
)

// cases calls use with each case of a data set, with or without a truth. A line without an id is a mistake. The error joins
// the mistakes in lines.
func (c *Call) cases(data string, format score.Lines, use func(sidecar.PartCase) error) error {
	f, err := c.File(data)
	if err != nil {
		return err
	}
	var wrong dataset.Problems
	for lines := f.Lines(); ; {
		line, err := lines.Next()
		if err == io.EOF {
			if err := lines.Nothing(); err != nil {
				return err
			}
			return wrong.Err()
		}
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
}
