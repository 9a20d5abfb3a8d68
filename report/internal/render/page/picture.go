package page

import (
	"errors"
	"time"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/overlay"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

// maxPicturesTime is for all pictures of a page. A picture that was begun is finished.
const maxPicturesTime = 20 * time.Second

// pictures has the pictures of the pages of some cases, and which attributes of each data
// set are boxes to be drawn over them.
type pictures struct {
	r     *render.Report
	o     Options
	now   func() time.Time
	spent time.Duration
	boxes []map[string]compare.Box
	found map[pictureKey]pictureOrError
}

type pictureKey struct {
	set   int
	image string
}

type pictureOrError struct {
	*figures.Picture
	err error
}

const defaultMaxPictures = 30

// get returns the picture of a page of a data set, and reads it where there are few, as long as now does not say that
// it took too long.
func (p *pictures) get(set int, image string) pictureOrError {
	key := pictureKey{set, image}
	if found, ok := p.found[key]; ok {
		return found
	}
	var found pictureOrError
	switch of := p.r.Sets[set]; {
	case p.o.Picture == nil || len(p.found) == max(p.o.MaxPictures, 0):
		return pictureOrError{err: errNotInPage}
	case p.spent >= maxPicturesTime:
		found.err = errTooLate
	case redacted(of):
		found.err = errRedacted
	default:
		start := p.now()
		found = openPicture(of, image, p.o)
		p.spent += p.now().Sub(start)
	}
	p.found[key] = found
	return found
}

var (
	errNotInPage = errors.New("it is not in this page")
	errTooLate   = errors.New("it is not in this page: pictures took too long")
)

func newPictures(r *render.Report, o Options, now func() time.Time) pictures {
	all := pictures{r: r, o: o, now: now, found: map[pictureKey]pictureOrError{}}
	for _, set := range r.Sets {
		all.boxes = append(all.boxes, overlay.Boxes(set.Dataset.Spec))
	}
	return all
}

func openPicture(set *render.Set, image string, o Options) pictureOrError {
	f, err := o.Picture(set, image)
	if err != nil {
		return pictureOrError{err: err}
	}
	defer f.Close()
	p, err := figures.ReadPicture(f)
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
