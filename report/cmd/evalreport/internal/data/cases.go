package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/jsonl"
	"github.com/extracteval/extracteval/internal/splits"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/internal/score"
)

// cases calls use with each case of a data set, with or without a truth. The data set is a file of JSON Lines or CSV,
// or a folder of pairs as a suite reads it. A line without an id is a mistake. The error joins the mistakes in lines,
// at most the first 20.
func (c *Call) cases(data string, format score.Lines, use func(splits.Case) error) error {
	if info, err := os.Stat(data); err == nil && info.IsDir() {
		return pairs(data, use)
	}
	f, err := c.File(data)
	if err != nil {
		return err
	}
	const most = 20
	var wrong []error
	in := jsonl.NewReader(filepath.ToSlash(f.Name()), f.Reader())
	for {
		line, err := in.Next()
		if err == io.EOF {
			return errors.Join(append(wrong, in.Nothing())...)
		}
		if err != nil {
			return err
		}
		where := fmt.Sprintf("%s:%d", filepath.ToSlash(f.Name()), line.Number)
		one := splits.Case{Where: where, Tags: format.Tags(line.Text), Input: []byte(gjson.GetBytes(line.Text, "input").Raw)}
		if one.ID, err = format.ID(line.Text); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w; a part needs an id that stays when lines are added", where, err))
		} else {
			truth, _, _ := format.Values(line.Text, nil)
			one.Truth, _ = document.Parse(truth) // a part needs no truth
			one.Text = gjson.GetBytes(line.Text, "text").Str
			if err := use(one); err != nil {
				wrong = append(wrong, err)
			}
		}
		if len(wrong) > most {
			return errors.Join(append(wrong[:most], errors.New("…"))...)
		}
	}
}

// pairs calls use with each case of a folder of NAME.input.EXT and NAME.want.json.
func pairs(dir string, use func(splits.Case) error) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.input.*"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("%s: the folder has no pairs NAME.input.EXT and NAME.want.json", dir)
	}
	tags := map[string]map[string]string{}
	text, err := optional(filepath.Join(dir, "tags.json"))
	if err == nil && text != nil {
		err = json.Unmarshal(text, &tags)
	}
	if err != nil {
		return fmt.Errorf(`%s: %w; want {"NAME": {"language": "de"}}`, filepath.Join(dir, "tags.json"), err)
	}
	slices.Sort(names)
	for _, name := range names {
		base := filepath.Base(name)
		id := base[:strings.LastIndex(base, ".input.")]
		one := splits.Case{ID: id, Where: filepath.ToSlash(name), Tags: tags[id]}
		if one.Input, err = optional(name); err != nil {
			return err
		}
		want, err := optional(filepath.Join(dir, id+".want.json"))
		if err != nil {
			return err
		}
		one.Truth, _ = document.Parse(want) // a part needs no truth
		text, err := optional(filepath.Join(dir, id+".txt"))
		if err != nil {
			return err
		}
		one.Text = string(text)
		if err := use(one); err != nil {
			return err
		}
	}
	return nil
}

// optional reads a file, nil if there is none.
func optional(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, files.Cause(err))
	}
	return text, nil
}
