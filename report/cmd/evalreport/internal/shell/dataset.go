package shell

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// DataSet finds the data set of a run, if none is given. A run of evalreport score has the path of the data set. In a run of tests the
// path is relative to the folder of the package: DataSet tries the folder that holds _evaltest with the artifact, then
// the folder that the package has in the module of the working directory.
func DataSet(s *artifact.Section, given string) (string, error) {
	if given != "" {
		return given, nil
	}
	if s.Dataset.Source == "" {
		return "", Errorf("the run does not say where the cases of %q are from; name the file with -data", s.Dataset.Name)
	}
	for _, path := range Places(s) {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", Errorf("the data set %s is not found from here; name it with -data", Origin(s))
}

// Places returns the paths at which the data set of a run may be.
func Places(s *artifact.Section) []string { return PlacesOf(s.Dataset.Source, s.Run.Package, s.Source) }

// PlacesOf returns the paths at which a file may be that a run of a package names. The artifact of the run is given.
func PlacesOf(file, pkg, source string) (paths []string) {
	file = filepath.FromSlash(file)
	if pkg == "" || filepath.IsAbs(file) {
		return []string{file} // as given to evalreport score
	}
	if dir := filepath.Dir(source); filepath.Base(dir) == DefaultDir {
		paths = append(paths, filepath.Join(filepath.Dir(dir), file))
	}
	if dir, ok := CurrentModule().Dir(pkg); ok {
		if place, err := os.Getwd(); err == nil {
			if short, err := filepath.Rel(place, dir); err == nil {
				dir = short
			}
		}
		paths = append(paths, filepath.Join(dir, file))
	}
	return paths
}

// Head reads the run and the first data set of an artifact, "" as name if there is none.
func Head(text io.Reader) (run report.Run, dataset report.Dataset) {
	for r := artifact.NewReader(text, ""); dataset.Name == "" && r.Scan(); {
		switch rec := r.Record().(type) {
		case *report.Run:
			run = *rec
		case *report.Dataset:
			dataset = *rec
		}
	}
	return run, dataset
}

// Origin names the data set of a run as the run does: its path, and the package that it is relative to.
func Origin(s *artifact.Section) string {
	if s.Run.Package == "" {
		return s.Dataset.Source
	}
	return s.Dataset.Source + " of package " + s.Run.Package
}

// One returns an error unless exactly one data set was found. name is the requested name, ""
// for any.
func One(found map[artifact.Key]bool, name string) error {
	switch len(found) {
	case 0:
		return fmt.Errorf("there is no data set %q", name)
	case 1:
		return nil
	}
	var names []string
	for _, k := range slices.SortedFunc(maps.Keys(found), artifact.Key.Compare) {
		name := fmt.Sprintf("%q", k.Dataset)
		if k.Package != "" {
			name += " of " + k.Package
		}
		if k.Repetition > 1 {
			name += fmt.Sprintf(", repetition %d", k.Repetition)
		}
		names = append(names, name)
	}
	return Errorf("there are several data sets: %s; choose one with -dataset, and name its artifact alone", strings.Join(names, ", "))
}

// OneSet returns the artifacts of one data set and the spec of its run. If there are several data
// sets, name selects one.
func (i *Inputs) OneSet(args []string, name string) (sources []artifact.Source, spec json.RawMessage, err error) {
	all, err := i.Artifacts(args...)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	for _, source := range all {
		sections, err := artifact.Walk(source, artifact.Visitor{Brief: true})
		if err != nil {
			return nil, nil, err
		}
		for n, s := range sections {
			if path, err := DataSet(s, ""); err == nil {
				i.sayLook(s, path)
			}
			if !slices.Contains(names, s.Dataset.Name) {
				names = append(names, s.Dataset.Name)
			}
			if n > 0 && s.Key != sections[0].Key {
				return nil, nil, Errorf("%s holds several data sets: name a file of one", source.Name)
			}
		}
		if name == "" || sections[0].Dataset.Name == name {
			sources, spec = append(sources, source), sections[0].Dataset.Spec
		}
	}
	switch {
	case len(sources) == 0:
		return nil, nil, Errorf("there is no data set %q; there are %s", name, strings.Join(names, ", "))
	case name == "" && len(names) > 1:
		return nil, nil, Errorf("there are several data sets: choose one with -dataset (%s)", strings.Join(names, ", "))
	}
	return sources, spec, nil
}

// Module is a module on this machine; the zero value is none.
type Module struct{ Path, Root string }

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)

// CurrentModule returns the module that the working directory is in.
func CurrentModule() Module { return ModuleOf(".") }

// ModuleOf returns the module that a folder is in, which may not exist yet.
func ModuleOf(dir string) Module {
	dir, err := filepath.Abs(dir)
	for err == nil {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			if found := moduleLine.FindSubmatch(text); found != nil {
				return Module{string(found[1]), dir}
			}
			break
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	return Module{}
}

// Dir returns the folder of a package or of its external tests. ok is false if the package is not in the module.
func (m Module) Dir(pkg string) (dir string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSuffix(pkg, "_test")+"/", m.Path+"/")
	if rest = path.Clean("./" + rest); !ok || m.Path == "" || !filepath.IsLocal(filepath.FromSlash(rest)) {
		return "", false
	}
	return filepath.Join(m.Root, filepath.FromSlash(rest)), true
}

// FirstSection returns the first section of the data set with a name. If name is "", the artifacts must hold only one data set;
// repetitions of it do not count.
func FirstSection(inputs []artifact.Source, name string) (first *artifact.Section, err error) {
	found := map[artifact.Key]bool{}
	for _, source := range inputs {
		sections, err := artifact.Walk(source, artifact.Visitor{Brief: true})
		if err != nil {
			return nil, err
		}
		for _, s := range sections {
			if name == "" || s.Key.Dataset == name {
				key := s.Key
				key.Repetition = 0
				found[key] = true
				if first == nil {
					first = s
				}
			}
		}
	}
	return first, One(found, name)
}

// WalkCases calls use with the cases of a data set, or of all if dataset is "", and returns the sections that it has read.
func WalkCases(inputs []artifact.Source, dataset string, use func(*artifact.Section, *report.Case)) (all []*artifact.Section, err error) {
	for _, source := range inputs {
		sections, err := artifact.Walk(source, artifact.Visitor{Case: func(s *artifact.Section, record *report.Case, _ artifact.Place) error {
			if dataset == "" || s.Key.Dataset == dataset {
				use(s, record)
			}
			return nil
		}})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", terminal.Visible(source.Name), err)
		}
		for _, s := range sections {
			if dataset == "" || s.Key.Dataset == dataset {
				all = append(all, s)
			}
		}
	}
	return all, nil
}

// SayLost prints why cases of sections are not there, and reports whether records are lost: a partial run, too, lacks cases.
func (i *Inputs) SayLost(sections []*artifact.Section) (lost bool) {
	for _, s := range sections {
		switch s.State() {
		case artifact.Broken:
			i.SayAll(s.Problems.First, s.Problems.More)
			lost = true
		case artifact.Partial:
			i.Say("%s: data set %q is partial: not all of its cases were scored", terminal.Visible(s.Source), s.Dataset.Name)
		}
	}
	return lost
}

// Record is a record of a case with its position.
type Record struct {
	Run     report.Run
	Dataset string
	Line    int
	Case    report.Case
}

// maxOthers bounds the number of ids that are searched for a suggestion.
const maxOthers = 1_000_000

// Find calls use with each record of a case. It decodes the records of other cases in brief, and adds their ids to others.
func Find(source artifact.Source, id string, others *[]string, use func(*Record) error) error {
	_, err := artifact.Walk(source, artifact.Visitor{
		Brief: true,
		Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			if c.ID != id {
				if len(*others) < maxOthers {
					*others = append(*others, c.ID)
				}
				return nil
			}
			r := Record{Run: s.Run, Dataset: s.Dataset.Name, Line: place.Line, Case: *c}
			if c.Line != "" { // else it is of a baseline, and whole
				if err := artifact.DecodeCase([]byte(c.Line), &r.Case); err != nil {
					return fmt.Errorf("%s:%d: %w", source.Name, place.Line, err)
				}
			}
			return use(&r)
		},
	})
	return err
}

// Meant returns a suggestion for the end of an error about a missing case, `; did you mean
// "inv-03"?`. It suggests an id with the same words and numbers, ignoring letter case,
// leading zeros and separators; or the last part of a test's name, TestInvoices/case/inv-03.
// It returns "" for ids that are only similar, since they are mostly other documents.
func Meant(id string, ids []string) string {
	_, ofTest, _ := strings.Cut(id, "/case/")
	for _, text := range []string{id, ofTest} {
		parts := partsOf(text)
		i := slices.IndexFunc(ids, func(other string) bool { return slices.Equal(partsOf(other), parts) })
		if len(parts) > 0 && i >= 0 {
			return fmt.Sprintf("; did you mean %q?", ids[i])
		}
	}
	return ""
}

var idPart = regexp.MustCompile(`\p{L}+|\p{N}+`)

// partsOf returns the words and numbers of an id: "inv" and "3" of INV_03.
func partsOf(id string) []string {
	parts := idPart.FindAllString(strings.ToLower(id), -1)
	for i, p := range parts {
		parts[i] = strings.TrimLeft(p, "0")
	}
	return parts
}
