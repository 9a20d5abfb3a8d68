package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report/internal/filename"
	"github.com/extracteval/extracteval/report/render"
)

// pictureFolders are where the pictures of pages may be, whose names in artifacts are
// relative to the folder of the package.
type pictureFolders struct {
	given      []string // by -pages
	module     string   // path of the module around the working directory, "" for none
	moduleRoot string
	missing    []string // pictures that could not be opened, and why
}

func newPictureFolders(given []string) (*pictureFolders, error) {
	for _, dir := range given {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			err = errors.New("it is no folder")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, filename.Cause(err))
		}
	}
	p := &pictureFolders{given: given}
	p.module, p.moduleRoot = enclosingModule()
	return p, nil
}

// open opens a picture. A name that leads out of its folder, by "..", a root or a
// link, leads nowhere: an artifact from elsewhere puts no file of this machine's
// into a page.
func (p *pictureFolders) open(set *render.Set, image string) (io.ReadCloser, error) {
	f, err := p.find(set, image)
	if err != nil {
		p.missing = append(p.missing, fmt.Sprintf("%s: %v", image, err))
	}
	return f, err
}

func (p *pictureFolders) find(set *render.Set, image string) (io.ReadCloser, error) {
	if !filepath.IsLocal(filepath.FromSlash(image)) {
		return nil, errors.New("its name leads out of the package")
	}
	for _, dir := range p.of(set) {
		f, err := openIn(dir, filepath.FromSlash(image))
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, filename.Cause(err)
		}
	}
	return nil, errors.New("there is no such file; -pages names the folder that it is relative to")
}

// openIn opens a file below a folder that can be read to its end.
func openIn(dir, name string) (io.ReadCloser, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // opening a pipe could wait for ever
		return nil, errors.New("it is no regular file")
	}
	return root.Open(name)
}

// of returns the folders for a data set: those of -pages, that in which its
// artifacts were left, and that of its package in the module around here.
func (p *pictureFolders) of(set *render.Set) []string {
	dirs := slices.Clone(p.given)
	for _, file := range set.Files {
		if dir := filepath.Dir(file); filepath.Base(dir) == defaultDir {
			dirs = append(dirs, filepath.Dir(dir))
		}
	}
	if below, ok := strings.CutPrefix(set.Run.Package+"/", p.module+"/"); ok && p.module != "" {
		if below = path.Clean("./" + below); filepath.IsLocal(below) {
			dirs = append(dirs, filepath.Join(p.moduleRoot, filepath.FromSlash(below)))
		}
	}
	return dirs
}

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)

// enclosingModule finds the module of the working directory.
func enclosingModule() (module, root string) {
	dir, err := os.Getwd()
	if err != nil {
		return "", ""
	}
	for {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			if found := moduleLine.FindSubmatch(text); found != nil {
				return string(found[1]), dir
			}
			return "", ""
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", ""
		}
		dir = up
	}
}
