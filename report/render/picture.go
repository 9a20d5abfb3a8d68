package render

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // pages may be any of these
	"image/jpeg"
	_ "image/png"
	"io"

	"golang.org/x/image/draw"

	"github.com/extracteval/extracteval/report"
)

// Limits of pictures of pages. A larger one is shown smaller, or not at all.
const (
	maxPictureBytes  = 32 << 20 // of a file
	maxPicturePixels = 50e6     // of a file, so that decoding it takes no more than 400 MB
	maxPictureSide   = 1400     // pixels in the page
	smallPicture     = 150_000  // bytes that are shown as they are
)

// picture is a picture of a page as it stands in the report.
type picture struct {
	uri           string // data URI
	width, height int    // of the file, in pixels
}

// readPicture reads a picture and makes it as small as it is shown.
func readPicture(from io.Reader) (*picture, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxPictureBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxPictureBytes:
		return nil, fmt.Errorf("it is longer than %d MiB", maxPictureBytes>>20)
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil:
		return nil, errors.New("it is no PNG, JPEG or GIF")
	case size.Width < 1 || size.Height < 1:
		return nil, errors.New("it has no pixels")
	case float64(size.Width)*float64(size.Height) > maxPicturePixels:
		return nil, fmt.Errorf("its %d x %d pixels are too many", size.Width, size.Height)
	}
	p := &picture{width: size.Width, height: size.Height}
	if len(data) > smallPicture || max(size.Width, size.Height) > maxPictureSide {
		if data, err = shrink(data); err != nil {
			return nil, err
		}
		format = "jpeg"
	}
	p.uri = "data:image/" + format + ";base64," + base64.StdEncoding.EncodeToString(data)
	return p, nil
}

// shrink writes a picture as a JPEG, no larger than it is shown.
func shrink(data []byte) ([]byte, error) {
	from, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	size := from.Bounds().Size()
	scale := min(1, maxPictureSide/float64(max(size.X, size.Y)))
	to := image.NewRGBA(image.Rect(0, 0, max(1, int(scale*float64(size.X))), max(1, int(scale*float64(size.Y)))))
	draw.Draw(to, to.Bounds(), image.White, image.Point{}, draw.Src) // what is transparent is paper
	draw.ApproxBiLinear.Scale(to, to.Bounds(), from, from.Bounds(), draw.Over, nil)
	var b bytes.Buffer
	err = jpeg.Encode(&b, to, &jpeg.Options{Quality: 70})
	return b.Bytes(), err
}

// pictures has the pictures of the pages of some cases.
type pictures map[pictureKey]pictureOrError

type pictureKey struct {
	set   int
	image string
}

type pictureOrError struct {
	*picture
	err error
}

const defaultMaxPictures = 30

// get returns the picture of a page of a data set.
func (p pictures) get(set int, image string) pictureOrError {
	if found, ok := p[pictureKey{set, image}]; ok {
		return found
	}
	return pictureOrError{err: errNotInPage}
}

var errNotInPage = errors.New("it is not in this page")

// readPictures reads the pictures of the first pages that are drawn.
func readPictures(r *Report, cases []pageCase, o HTMLOptions) pictures {
	if o.Picture == nil {
		return nil
	}
	all := pictures{}
	for _, c := range cases {
		set := r.Sets[c.set]
		for _, trial := range c.trials {
			if len(set.boxes) == 0 || len(trial.Pages) == 0 {
				continue
			}
			pages := Overlays("", trial.Fields, set.boxes)
			for _, overlay := range pages[:min(len(pages), maxOverlays)] {
				page := pageOf(trial.Case, overlay.Page)
				key := pictureKey{c.set, page.Image}
				if _, known := all[key]; known || page.Image == "" {
					continue
				}
				if len(all) == max(o.MaxPictures, 0) {
					return all
				}
				all[key] = openPicture(set, page.Image, o)
			}
		}
	}
	return all
}

func openPicture(set *Set, image string, o HTMLOptions) pictureOrError {
	f, err := o.Picture(set, image)
	if err != nil {
		return pictureOrError{err: err}
	}
	defer f.Close()
	p, err := readPicture(f)
	return pictureOrError{p, err}
}

// pageOf returns the page of a case that boxes name by a number, and the only page
// where they name none.
func pageOf(c *report.Case, number int) report.Page {
	for _, p := range c.Pages {
		if p.Number == number {
			return p
		}
	}
	if len(c.Pages) == 1 && (number == 0 || c.Pages[0].Number == 0) {
		return c.Pages[0]
	}
	return report.Page{}
}
