package invariant

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// attribute is a path of an invariant that is InSource.
type attribute struct {
	name string
	path document.Path
}

// wholeDocument is the path of everything.
var wholeDocument = []attribute{{}}

// attributes reads the paths of an invariant that is InSource.
func (i *Invariant) attributes() ([]attribute, error) {
	if len(i.Paths) == 0 {
		return wholeDocument, nil
	}
	var errs []error
	all := make([]attribute, 0, len(i.Paths))
	seen := map[string]bool{}
	for _, name := range i.Paths {
		path, err := document.ParseAttribute(name)
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("paths: %w", err))
		case seen[path.String()]:
			errs = append(errs, fmt.Errorf("paths: %q appears twice", name))
		default:
			seen[path.String()] = true
			all = append(all, attribute{name, path})
		}
	}
	return all, errors.Join(errs...)
}

// standing looks for the values of one answer in the text of its document.
type standing struct {
	*prepared
	ctx  context.Context
	text *source.Text

	stand   int
	nowhere int
	notes   []string
	paths   []string
}

const (
	maxNowhere = 3   // values that a note names
	maxPaths   = 100 // that a result names
	maxShown   = 60  // characters of a value, and of a path
)

func (p *prepared) stands(ctx context.Context, answer document.Value, text *source.Text) Result {
	if text == nil {
		return Result{State: NotApplicable}
	}
	s := standing{prepared: p, ctx: ctx, text: text}
	for _, a := range p.attributes {
		s.along(a.path, answer, "", "")
	}
	switch {
	case ctx.Err() != nil:
		return Result{State: Errored, Note: "it was not judged to the end: " + ctx.Err().Error()}
	case s.nowhere == 0 && s.stand == 0:
		return Result{State: NotApplicable}
	case s.nowhere == 0:
		return Result{State: Holds}
	}
	note := strings.Join(s.notes, ", ")
	if more := s.nowhere - len(s.notes); more > 0 {
		note += fmt.Sprintf(" and %d more", more)
	}
	if s.nowhere == 1 {
		note += " is not in the text of the document"
	} else {
		note += " are not in the text of the document"
	}
	return Result{State: Broken, Note: note, Paths: s.paths}
}

// along walks to the values at a path, and through the values below them.
func (s *standing) along(path document.Path, v document.Value, location, attribute string) {
	if s.ctx.Err() != nil {
		return
	}
	if len(path) == 0 {
		s.below(v, location, attribute)
		return
	}
	step := path[0]
	if !step.AllItems() {
		name := document.Path{step}.String()
		s.along(path[1:], v.Step(step), paths.Join(location, name), paths.Join(attribute, name))
		return
	}
	for own, item := range paths.Below(v, step) {
		s.along(path[1:], item, paths.Join(location, document.Path{own}.String()), attribute+document.Path{step}.String())
	}
}

func (s *standing) below(v document.Value, location, attribute string) {
	switch v.Kind() {
	case document.Object:
		for key, member := range v.LastMembers() {
			name := document.Path{{Key: key, Index: -1}}.String()
			s.below(member, paths.Join(location, name), paths.Join(attribute, name))
		}
	case document.Array:
		if _, ok := s.readers[attribute].Match.(compare.Alternatives); ok {
			s.search(v, location, attribute) // a truth with several accepted values
			return
		}
		for i, item := range v.Items() {
			s.below(item, location+document.Path{document.Item(i)}.String(), attribute+"[]")
		}
	case document.String, document.Number:
		s.search(v, location, attribute)
	}
}

func (s *standing) search(v document.Value, location, attribute string) {
	reader, found := s.readers[attribute]
	if !found && s.field != nil { // below a path
		reader = s.field(attribute)
	}
	if reader.Words.Empty(v) || s.ctx.Err() != nil {
		return
	}
	switch _, found := s.text.Find(reader.Match, v); found {
	case source.Stands, source.Resembles:
		s.stand++
	case source.Nowhere:
		if s.nowhere++; s.nowhere <= maxNowhere {
			s.notes = append(s.notes, words.Excerpt(location, maxShown)+" "+words.Excerpt(v.RawText(), maxShown))
		}
		if s.nowhere <= maxPaths {
			s.paths = append(s.paths, location)
		}
	}
}
