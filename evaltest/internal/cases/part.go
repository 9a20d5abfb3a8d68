package cases

import (
	"fmt"
	"path/filepath"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/sidecar"
)

// Part returns the cases of one part, as the file of parts next to the data set assigns them. The error lists the cases
// without a part, and the groups that are in two parts.
func (s Source) Part(part string) (Source, error) {
	file, err := sidecar.OpenParts(s.Name)
	if err != nil {
		return s, err
	}
	if err := gotest.Tracked(filepath.FromSlash(sidecar.PartsFile(s.Name))); err != nil {
		return s, fmt.Errorf("file of parts: %w", err)
	}
	if err := file.CheckPart(part); err != nil {
		return s, err
	}
	data := sidecar.NewSplitter(file.PartsHead)
	n := 0
	for c, err := range s.Cases {
		if own, _ := file.Part(c.ID); own == part {
			n++
		}
		if err == nil {
			err = data.Add(sidecar.PartCase{ID: c.ID, Where: c.Where.String(), Tags: c.Tags, Truth: c.Truth, Input: c.input, Text: c.Text})
		}
		if err != nil {
			return s, err
		}
	}
	if err := data.Check(file, s.Name); err != nil {
		return s, err
	}
	if s.Count >= 0 {
		s.Count = n
	}
	return s.filter(func(id string) bool {
		own, _ := file.Part(id)
		return own == part
	}), nil
}

// Shard returns the cases of a shard.
func (s Source) Shard(part gotest.Shard) Source {
	if !part.Split() {
		return s
	}
	s = s.filter(part.Has)
	if s.Count >= 0 {
		s.Count = 0
		for range s.Cases {
			s.Count++
		}
	}
	return s
}

// filter returns the source with the cases whose ids are kept, and with all errors.
func (s Source) filter(kept func(id string) bool) Source {
	all := s.Cases
	s.Cases = func(yield func(Case, error) bool) {
		for c, err := range all {
			if err == nil && !kept(c.ID) {
				continue
			}
			if !yield(c, err) {
				return
			}
		}
	}
	return s
}
