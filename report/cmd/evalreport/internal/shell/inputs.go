package shell

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/report/summarize"
)

// Stdin is the name of the standard input in messages.
const Stdin = "(stdin)"

// DefaultDir is the folder that package evaltest writes to by default.
const DefaultDir = "_evaltest"

// Inputs are the inputs of one call of a command.
type Inputs struct {
	Stdin io.Reader
	// Say prints a message. SayAll prints the first of many messages and the number of the
	// rest.
	Say    func(format string, args ...any)
	SayAll func(errs []error, more int)
	// Counted is the held-out part at which the command counts the looks, "" for none.
	Counted string

	looked  map[string]bool          // the data sets of which sayLook has spoken
	spooled map[string]string        // the files with the standard input ("-") and with pipes, once they were read
	files   map[opened]*dataset.File // open files
	closers []func()
}

// opened is an argument that was opened as a file of a form.
type opened struct {
	arg  string
	form dataset.Form
}

// Artifacts returns the inputs that arguments name, in their order. Each may be
// opened several times. Without arguments it returns the artifacts of the default
// folder.
func (i *Inputs) Artifacts(args ...string) ([]artifact.Source, error) {
	if len(args) == 0 {
		if info, err := os.Stat(DefaultDir); err != nil || !info.IsDir() {
			return nil, Errorf("no artifact was given, and there is no folder %s here: run go test in a package with evaltest.Main, or evalreport score, or name files, directories, DIR/... or - for the standard input", DefaultDir)
		}
		args = []string{DefaultDir}
	}
	if err := once(args); err != nil {
		return nil, err
	}
	var all []artifact.Source
	for _, arg := range args {
		sources, err := i.expand(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, sources...)
	}
	return all, nil
}

// once returns an error if arguments name the standard input twice.
func once(args []string) error {
	if i := slices.Index(args, "-"); i >= 0 && slices.Contains(args[i+1:], "-") {
		return errTwice
	}
	return nil
}

var errTwice = Errorf("the standard input (-) is given twice")

// Runs returns the inputs that arguments name, each as a run; without arguments the default
// folder.
func (i *Inputs) Runs(args []string) ([]runs.Input, error) {
	if len(args) == 0 {
		sources, err := i.Artifacts()
		return []runs.Input{{Name: DefaultDir, Sources: sources}}, err
	}
	if err := once(args); err != nil {
		return nil, err
	}
	var inputs []runs.Input
	for _, arg := range args {
		sources, err := i.Artifacts(arg)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, runs.Input{Name: arg, Sources: sources})
	}
	return inputs, nil
}

// TooFew returns the error of a command that takes several runs, by a format with their number. If the runs of one data set lie in one
// folder, the error names the command that compares them, as the problem of a summarize.Set with several runs does.
func (i *Inputs) TooFew(args []string, format string) error {
	problem := fmt.Sprintf(format, len(args))
	var m summarize.Merge
	if sources, err := i.Artifacts(args...); err == nil && len(args) < 2 {
		for _, source := range sources {
			_ = m.Read(source) // the number of arguments is the problem that counts
		}
	}
	for _, s := range m.Sets() {
		if files := slices.Compact(s.Files); s.Several && len(files) > 1 {
			problem += fmt.Sprintf("; %s has several runs of data set %q: evalreport compare %s", cmp.Or(strings.Join(args, ""), DefaultDir), s.Dataset.Name, words.Command(files...))
		}
	}
	return Errorf("%s", problem)
}

// Another returns the artifacts of one more argument, which may not be the standard input
// if that was read.
func (i *Inputs) Another(arg string) ([]artifact.Source, error) {
	if arg == "-" && i.spooled[arg] != "" {
		return nil, errTwice
	}
	return i.Artifacts(arg)
}

// expand returns the artifacts that an argument names.
func (i *Inputs) expand(arg string) ([]artifact.Source, error) {
	if name, path, err := i.spool(arg); err != nil {
		return nil, err
	} else if path != arg {
		return []artifact.Source{{Name: name, Open: func() (io.ReadCloser, error) { return artifact.Open(path) }}}, nil
	}
	if root, ok := rootOf(arg); ok {
		return i.below(root)
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", arg, files.Cause(err))
	case !info.IsDir():
		return []artifact.Source{artifact.File(arg)}, nil
	}
	sources, err := i.list(arg)
	if err == nil && len(sources) == 0 {
		if newest, ok := Newest(arg); ok {
			i.Say("reading %s, the newest run of evalreport test in %s", newest, arg)
			return i.list(newest)
		}
		err = fmt.Errorf("%s holds no artifact (*.jsonl); %s/... stands for the %s folders below it", arg, arg, DefaultDir)
	}
	return sources, err
}

// rootOf returns DIR for an argument DIR/...
func rootOf(arg string) (root string, ok bool) {
	switch slash := filepath.ToSlash(arg); slash {
	case "...":
		return ".", true
	case "/...":
		return "/", true
	default:
		root, ok = strings.CutSuffix(slash, "/...")
		return filepath.FromSlash(root), ok
	}
}

// below returns the artifacts of all default folders below a directory. Like go test, it skips other folders named
// testdata or beginning with a dot or _.
func (i *Inputs) below(root string) ([]artifact.Source, error) {
	var all []artifact.Source
	hint := ""
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", path, files.Cause(err))
		case !e.IsDir() || path == root && e.Name() != DefaultDir:
			return nil
		case e.Name() != DefaultDir:
			if e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_") {
				return fs.SkipDir
			}
			return nil
		}
		sources, err := i.list(path)
		all = append(all, sources...)
		if newest, ok := Newest(path); ok {
			hint = fmt.Sprintf("; there is a run of evalreport test in %s: name it", newest)
		}
		if err != nil {
			return err
		}
		return fs.SkipDir
	})
	if err == nil && len(all) == 0 {
		hint = cmp.Or(hint, "; a package writes one when its tests run, if it has func TestMain(m *testing.M) { evaltest.Main(m) }")
		err = fmt.Errorf("there is no %s folder with artifacts below %s%s", DefaultDir, root, hint)
	}
	return all, err
}

func (i *Inputs) list(dir string) ([]artifact.Source, error) {
	sources, warnings, err := artifact.List(dir)
	i.SayAll(warnings, 0)
	return sources, err
}

// spool returns the name of an argument in messages, and its path. The standard input and a pipe are copied to a temporary file that
// Close removes, since commands read twice.
func (i *Inputs) spool(arg string) (name, path string, err error) {
	name, source := arg, i.Stdin
	if arg == "-" {
		name = Stdin
	} else if info, err := os.Stat(arg); err != nil || info.IsDir() || info.Mode().IsRegular() {
		return arg, arg, nil // a missing file is reported elsewhere
	}
	if path := i.spooled[arg]; path != "" {
		return name, path, nil
	}
	if arg != "-" {
		pipe, err := os.Open(arg)
		if err != nil {
			return "", "", fmt.Errorf("%s: %w", arg, files.Cause(err))
		}
		defer pipe.Close()
		source = pipe
	}
	f, err := os.CreateTemp("", "evalreport-*")
	if err == nil {
		i.AtEnd(func() { os.Remove(f.Name()) })
		_, err = io.Copy(f, source)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return "", "", fmt.Errorf("reading %s: %w", name, err)
	}
	arithmetic.Map(&i.spooled)[arg] = f.Name()
	return name, f.Name(), nil
}

// Text reads a file that a flag names.
func Text(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, files.Cause(err))
	}
	return data, nil
}

// File opens a file of truths, or the standard input for "-". Close closes it.
func (i *Inputs) File(arg string) (*dataset.File, error) { return i.FileForm(arg, dataset.Form{}) }

// FileForm is [Inputs.File] for a file of a form.
func (i *Inputs) FileForm(arg string, form dataset.Form) (*dataset.File, error) {
	key := opened{arg, form}
	if f := i.files[key]; f != nil {
		return f, nil
	}
	name, path, err := i.spool(arg)
	if err != nil {
		return nil, err
	}
	f, err := dataset.OpenForm(name, path, form)
	if err != nil {
		return nil, err
	}
	if inner := dataset.InnerFolders(path); inner != "" {
		i.Say("the folder %s: %s", name, inner)
	}
	i.AtEnd(func() { f.Close() })
	arithmetic.Map(&i.files)[key] = f
	return f, nil
}

// AtEnd registers a function for Close, which calls the last one first.
func (i *Inputs) AtEnd(action func()) { i.closers = append(i.closers, action) }

// Close closes open files and removes temporary ones.
func (i *Inputs) Close() {
	for _, f := range slices.Backward(i.closers) {
		f()
	}
}
