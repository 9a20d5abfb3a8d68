package figures

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // pages may be any of these
	"image/jpeg"
	_ "image/png"
	"io"
	"time"

	"golang.org/x/image/draw"

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

// Limits of pictures of pages. A picture beyond the first three is not shown. Decoding takes at most 1 GB, as measured:
// a progressive JPEG of four components allocates 970 MB, one of three 770 MB, and an
// interlaced PNG of 16 bits 640 MB. A JPEG of maxPictureScans scans takes about 4 s.
const (
	maxPictureBytes  = 32 << 20 // of a file
	maxPicturePixels = 40e6     // of a file
	maxPictureScans  = 64       // of a JPEG; progressive ones have about 10
	smallPicture     = 150_000  // bytes; up to this a picture is not encoded again
	defaultSide      = 1400     // pixels of the longer side, as shown
)

// Picture is a picture of a page as it stands in the report.
type Picture struct {
	URI           string // a data URI of its contents
	Width, Height int    // of the file, in pixels
}

// ReadPicture reads a picture, and shrinks it to the size in which it is shown: the longer side has at most side pixels.
func ReadPicture(source io.Reader, side int) (*Picture, error) {
	data, err := io.ReadAll(io.LimitReader(source, maxPictureBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxPictureBytes:
		return nil, fmt.Errorf("it is longer than %d MiB", maxPictureBytes>>20)
	}
	size, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil:
		return nil, errors.New("it is not a PNG, JPEG or GIF")
	case size.Width < 1 || size.Height < 1:
		return nil, errors.New("it has no pixels")
	case float64(size.Width)*float64(size.Height) > maxPicturePixels:
		return nil, fmt.Errorf("its %d x %d pixels are too many", size.Width, size.Height)
	case format == "jpeg" && scansOf(data) > maxPictureScans:
		return nil, errors.New("it has too many scans")
	}
	p := &Picture{Width: size.Width, Height: size.Height}
	if len(data) > smallPicture || max(size.Width, size.Height) > side {
		if data, err = shrink(data, side); err != nil {
			return nil, err
		}
		format = "jpeg"
	}
	p.URI = "data:image/" + format + ";base64," + base64.StdEncoding.EncodeToString(data)
	return p, nil
}

// scansOf counts the scans of a JPEG. The decoder passes over all pixels for each scan, even if the scan has only a few
// bytes. scansOf follows the markers as image/jpeg does, so it does not count bytes that only look like a scan, such as
// the scan of an embedded thumbnail.
func scansOf(data []byte) int {
	const firstRestart, lastRestart, endOfImage, startOfScan = 0xd0, 0xd7, 0xd9, 0xda
	scans := 0
	for offset := len("\xff\xd8"); offset+4 <= len(data); {
		marker := data[offset+1]
		switch {
		case data[offset] != 0xff || marker == 0xff:
			offset++ // within a scan, or padding
		case marker == 0 || firstRestart <= marker && marker <= lastRestart:
			offset += 2 // within a scan
		case marker == endOfImage:
			return scans
		default:
			if marker == startOfScan {
				scans++
			}
			offset += 2 + int(binary.BigEndian.Uint16(data[offset+2:]))
		}
	}
	return scans
}

// shrink encodes a picture as a JPEG, no larger than it is shown.
func shrink(data []byte, side int) ([]byte, error) {
	original, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	size := original.Bounds().Size()
	scale := min(1, float64(side)/float64(max(size.X, size.Y)))
	scaled := image.NewRGBA(image.Rect(0, 0, max(1, int(scale*float64(size.X))), max(1, int(scale*float64(size.Y)))))
	draw.Draw(scaled, scaled.Bounds(), image.White, image.Point{}, draw.Src) // transparent parts become paper
	draw.ApproxBiLinear.Scale(scaled, scaled.Bounds(), original, original.Bounds(), draw.Over, nil)
	var b bytes.Buffer
	err = jpeg.Encode(&b, scaled, &jpeg.Options{Quality: 70})
	return b.Bytes(), err
}
