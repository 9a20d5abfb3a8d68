package page

import (
	"errors"
	"time"

	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

// maxPicturesTime bounds the time for all pictures of a page. The picture that is being read is finished.
const maxPicturesTime = 20 * time.Second

type pictureKey struct {
	set   int
	image string
}

type pictureOrError struct {
	*figures.Picture
	err error
}

const defaultMaxPictures = 30

// picture returns the picture of a page of a data set. It reads no new picture after o.MaxPictures pictures, or when
// pictures have taken maxPicturesTime.
func (d *documents) picture(set int, image string) pictureOrError {
	key := pictureKey{set, image}
	if found, ok := d.found[key]; ok {
		return found
	}
	var found pictureOrError
	switch owner := d.r.Sets[set]; {
	case d.o.Picture == nil || len(d.found) == max(d.o.MaxPictures, 0):
		return pictureOrError{err: errNotInPage}
	case d.spent >= maxPicturesTime:
		found.err = errTooLate
	case redacted(owner):
		found.err = errRedacted
	default:
		start := d.now()
		found = openPicture(owner, image, d.o)
		d.spent += d.now().Sub(start)
	}
	d.found[key] = found
	return found
}

var (
	errNotInPage = errors.New("it is not in this page")
	errTooLate   = errors.New("it is not in this page: pictures took too long")
)

func openPicture(set *render.Set, image string, o Options) pictureOrError {
	f, err := o.Picture(set, image)
	if err != nil {
		return pictureOrError{err: err}
	}
	defer f.Close()
	p, err := figures.ReadPicture(f)
	return pictureOrError{p, err}
}
