package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/gotest"
	"github.com/extracteval/extracteval/report/internal/filename"
	"github.com/extracteval/extracteval/report/score"
)

// stdinName stands for the standard input in messages.
const stdinName = "(stdin)"

// artifacts returns the inputs that arguments name, in their order, each of which
// may be opened several times; without arguments those of the default folder here. Warnings
// about what directories hold are printed.
func (c *cli) artifacts(args []string) ([]artifact.Source, error) {
	if len(args) == 0 {
		if info, err := os.Stat(defaultDir); err != nil || !info.IsDir() {
			return nil, misusef("no artifact was given, and there is no folder %s here: run go test, or name files, directories, DIR/... or - for the standard input", defaultDir)
		}
		args = []string{defaultDir}
	}
	var all []artifact.Source
	stdin := false
	for _, arg := range args {
		switch {
		case arg == "-" && stdin:
			return nil, misusef("the standard input (-) is given twice")
		case arg == "-":
			stdin = true
			in, err := c.standardInput()
			if err != nil {
				return nil, err
			}
			all = append(all, in)
		default:
			sources, err := c.expand(arg)
			if err != nil {
				return nil, err
			}
			all = append(all, sources...)
		}
	}
	return all, nil
}

// expand returns the artifacts that an argument stands for.
func (c *cli) expand(arg string) ([]artifact.Source, error) {
	if root, ok := rootOf(arg); ok {
		return c.below(root)
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", arg, filename.Cause(err))
	case !info.IsDir():
		return []artifact.Source{artifact.File(arg)}, nil
	}
	sources, err := c.list(arg)
	if err == nil && len(sources) == 0 {
		if newest, ok := gotest.Newest(arg); ok {
			c.say("reading %s, the newest run of evalreport test in %s", newest, arg)
			return c.list(newest)
		}
		err = fmt.Errorf("%s holds no artifact (*.jsonl); %s/... stands for the %s folders below it", arg, arg, defaultDir)
	}
	return sources, err
}

// defaultDir is the folder that package evaltest writes to by default.
const defaultDir = "_evaltest"

// rootOf returns what DIR/... begins at.
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

// below returns the artifacts of all default folders below a directory. As for go
// test, folders named testdata or beginning with a dot or _ have no packages.
func (c *cli) below(root string) ([]artifact.Source, error) {
	var all []artifact.Source
	hint := ""
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", path, filename.Cause(err))
		case !e.IsDir() || path == root && e.Name() != defaultDir:
			return nil
		case e.Name() != defaultDir:
			if e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_") {
				return fs.SkipDir
			}
			return nil
		}
		sources, err := c.list(path)
		all = append(all, sources...)
		if newest, ok := gotest.Newest(path); ok {
			hint = fmt.Sprintf("; there is a run of evalreport test in %s: name it", newest)
		}
		if err != nil {
			return err
		}
		return fs.SkipDir
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("there is no %s folder with artifacts below %s%s", defaultDir, root, hint)
	}
	return all, err
}

func (c *cli) list(dir string) ([]artifact.Source, error) {
	sources, warnings, err := artifact.List(dir)
	c.sayAll(warnings, 0)
	return sources, err
}

// standardInput returns the standard input as a temporary file: commands read it
// twice.
func (c *cli) standardInput() (artifact.Source, error) {
	path, err := c.spool()
	if err != nil {
		return artifact.Source{}, err
	}
	return artifact.Source{Name: stdinName, Open: func() (io.ReadCloser, error) { return artifact.Open(path) }}, nil
}

// spool copies the standard input to a file that is removed when the command ends.
func (c *cli) spool() (path string, err error) {
	if c.spooled != "" {
		return c.spooled, nil
	}
	f, err := os.CreateTemp("", "evalreport-*")
	if err == nil {
		c.closers = append(c.closers, func() { os.Remove(f.Name()) })
		_, err = io.Copy(f, c.stdin)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return "", fmt.Errorf("reading the standard input: %w", err)
	}
	c.spooled = f.Name()
	return c.spooled, nil
}

// readFile reads a file that a flag names.
func readFile(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, filename.Cause(err))
	}
	return data, nil
}

// file opens a file of JSON Lines, or the standard input for "-", until the command ends.
func (c *cli) file(arg string) (*score.File, error) {
	if f := c.files[arg]; f != nil {
		return f, nil
	}
	name, path := arg, arg
	if arg == "-" {
		var err error
		if path, err = c.spool(); err != nil {
			return nil, err
		}
		name = stdinName
	}
	f, err := score.Open(name, path)
	if err != nil {
		return nil, err
	}
	c.closers = append(c.closers, func() { f.Close() })
	if c.files == nil {
		c.files = make(map[string]*score.File)
	}
	c.files[arg] = f
	return f, nil
}
