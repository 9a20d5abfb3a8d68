package labels

import (
	"fmt"
	"io"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/splits"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/internal/score"
)

// cases calls use with each case of a data set, with or without a truth. A line without an id is a mistake. The error joins
// the mistakes in lines.
func (c *Call) cases(data string, format score.Lines, use func(splits.Case) error) error {
	f, err := c.File(data)
	if err != nil {
		return err
	}
	var wrong dataset.Problems
	for in := f.Lines(); ; {
		line, err := in.Next()
		if err == io.EOF {
			if err := in.Nothing(); err != nil {
				return err
			}
			return wrong.Err()
		}
		if err != nil {
			return err
		}
		one := splits.Case{Where: in.Where(line), Tags: format.Tags(line.Text), Input: []byte(gjson.GetBytes(line.Text, "input").Raw)}
		if _, err = dataset.Parse(line.Text); err == nil {
			if one.ID, err = format.ID(line.Text); err != nil {
				err = fmt.Errorf("%w; a part needs an id that stays when lines are added", err)
			}
		}
		if err != nil {
			wrong.Add(fmt.Errorf("%s: %w", one.Where, err))
			continue
		}
		truth, _, _ := format.Values(line.Text, nil)
		one.Truth, _ = document.Parse(truth) // a part needs no truth
		one.Text = gjson.GetBytes(line.Text, "text").Str
		if err := use(one); err != nil {
			wrong.Add(err)
		}
	}
}
