package input

import (
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/usage"
	"github.com/extracteval/extracteval/report/internal/gomodule"
)

// DataSet finds the data set of a run: from the folder that the artifact lies in, or by
// the import path of the package.
func DataSet(s *artifact.Section) (string, error) {
	source := filepath.FromSlash(s.Dataset.Source)
	var tried []string
	switch {
	case source == "":
		return "", usage.Errorf("the run does not say where the cases of %q are from; name the file with -data", s.Dataset.Name)
	case s.Run.Package == "" || filepath.IsAbs(source):
		tried = []string{source} // as evalreport score was given it
	default:
		if dir := filepath.Dir(s.Source); filepath.Base(dir) == DefaultDir {
			tried = append(tried, filepath.Join(filepath.Dir(dir), source))
		}
		if dir, ok := gomodule.Here().Dir(s.Run.Package); ok {
			if here, err := os.Getwd(); err == nil {
				if short, err := filepath.Rel(here, dir); err == nil {
					dir = short
				}
			}
			tried = append(tried, filepath.Join(dir, source))
		}
	}
	for _, path := range tried {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", usage.Errorf("the data set %s of package %s is not found from here; name it with -data", s.Dataset.Source, s.Run.Package)
}
