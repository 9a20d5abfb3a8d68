package figures

import (
	"cmp"
	"errors"
	"io"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// MaxPicturesTime bounds the time for all pictures of a page. The picture that is being read is finished.
const MaxPicturesTime = 20 * time.Second

// Pictures reads the pictures of the pages of documents, each once.
type Pictures struct {
	Max  int // how many
	Side int // pixels of the longer side, 1400 by default
	Now  func() time.Time

	spent time.Duration
	found map[PictureKey]pictureOrError
}

// PictureKey is the name of a picture and the number of its data set.
type PictureKey struct {
	Set   int
	Image string
}

type pictureOrError struct {
	*Picture
	err error
}

// The errors of pictures beyond the limits.
var (
	ErrNotInPage = errors.New("it is not in this page")
	errTooLate   = errors.New("it is not in this page: pictures took too long")
)

// Read returns a picture. It opens no new one after Max pictures, or when pictures have taken [MaxPicturesTime].
func (p *Pictures) Read(key PictureKey, open func() (io.ReadCloser, error)) (*Picture, error) {
	if found, ok := p.found[key]; ok {
		return found.Picture, found.err
	}
	if len(p.found) == max(p.Max, 0) {
		return nil, ErrNotInPage
	}
	found := pictureOrError{err: errTooLate}
	if p.spent < MaxPicturesTime {
		start := p.Now()
		found.Picture, found.err = p.read(open)
		p.spent += p.Now().Sub(start)
	}
	arithmetic.Map(&p.found)[key] = found
	return found.Picture, found.err
}

func (p *Pictures) read(open func() (io.ReadCloser, error)) (*Picture, error) {
	f, err := open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadPicture(f, cmp.Or(p.Side, defaultSide))
}
