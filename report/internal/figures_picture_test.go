package internal_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// noise is a picture that does not compress.
func noise(width, height int) image.Image {
	random := rand.New(rand.NewPCG(1, 2))
	p := image.NewGray(image.Rect(0, 0, width, height))
	for i := range p.Pix {
		p.Pix[i] = uint8(random.Uint32())
	}
	return p
}

func encoded(t *testing.T, encode func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, encode(&b))
	return b.Bytes()
}

func pngOf(t *testing.T, p image.Image) []byte {
	return encoded(t, func(w io.Writer) error { return png.Encode(w, p) })
}

func TestReadPicture(t *testing.T) {
	small := noise(30, 20)
	tests := []struct {
		name          string
		file          []byte
		format        string
		width, height int // in the page
		as            bool
	}{
		{"PNG as it is", pngOf(t, small), "png", 30, 20, true},
		{"JPEG as it is", encoded(t, func(w io.Writer) error { return jpeg.Encode(w, small, nil) }), "jpeg", 30, 20, true},
		{"JPEG of as many scans as may be", jpegOfScans(t, 64), "jpeg", 8, 8, true},
		{"GIF as it is", encoded(t, func(w io.Writer) error { return gif.Encode(w, small, nil) }), "gif", 30, 20, true},
		{"too many bytes", pngOf(t, noise(500, 400)), "jpeg", 500, 400, false},
		{"too wide", pngOf(t, image.NewGray(image.Rect(0, 0, 2800, 1000))), "jpeg", 1400, 500, false},
		{"too high, and thin", pngOf(t, image.NewGray(image.Rect(0, 0, 1, 14_000))), "jpeg", 1, 1400, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file, _, err := image.DecodeConfig(bytes.NewReader(tt.file))
			require.NoError(t, err)
			p, err := figures.ReadPicture(bytes.NewReader(tt.file), 1400)
			require.NoError(t, err)
			assert.Equal(t, [2]int{file.Width, file.Height}, [2]int{p.Width, p.Height})
			data, ok := strings.CutPrefix(p.URI, "data:image/"+tt.format+";base64,")
			require.True(t, ok, "%.40s", p.URI)
			shown, err := base64.StdEncoding.DecodeString(data)
			require.NoError(t, err)
			assert.Equal(t, tt.as, bytes.Equal(tt.file, shown))
			got, format, err := image.DecodeConfig(bytes.NewReader(shown))
			require.NoError(t, err)
			assert.Equal(t, tt.format, format)
			assert.Equal(t, [2]int{tt.width, tt.height}, [2]int{got.Width, got.Height})
			assert.NoError(t, figures.Overlay{Image: p.URI}.WriteSVG(io.Discard), "an overlay takes it")
		})
	}
}

func TestPictureIsPaperWhereItIsTransparent(t *testing.T) {
	clear := image.NewNRGBA(image.Rect(0, 0, 3000, 10))
	p, err := figures.ReadPicture(bytes.NewReader(pngOf(t, clear)), 1400)
	require.NoError(t, err)
	data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.URI, "data:image/jpeg;base64,"))
	require.NoError(t, err)
	shown, err := jpeg.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	r, g, b, _ := shown.At(1, 1).RGBA()
	white, _, _, _ := color.White.RGBA()
	assert.Equal(t, [3]uint32{white, white, white}, [3]uint32{r, g, b})
}

// bomb is the head of a PNG of so many pixels.
func bomb(width, height uint32) []byte {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), width)
	head = append(binary.BigEndian.AppendUint32(head, height), 8, 0, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(head))
}

// scans is a JPEG of which the only scan is there so many times.
func jpegOfScans(t *testing.T, n int) []byte {
	file := encoded(t, func(w io.Writer) error { return jpeg.Encode(w, noise(8, 8), nil) })
	at := bytes.Index(file, []byte("\xff\xda"))
	end := len(file) - len("\xff\xd9")
	return slices.Concat(file[:at], bytes.Repeat(file[at:end], n), file[end:])
}

// A picture has at most 64 scans. Bytes that only look like a scan are none.
func TestScansAreCounted(t *testing.T) {
	const app1, table, end = "\xff\xe1", "\xff\xdb\x00\x03x", "\xff\xd9"
	const scan = "\xff\xda\x00\x04ab" + "data\xff\x00\xd9data\xff\xd3data\xff\xff"
	one := jpegOfScans(t, 1)
	head := string(one[:bytes.Index(one, []byte("\xff\xda"))])
	for _, tt := range []struct {
		name, file string
		want       int
	}{
		{"nothing", "", 0},
		{"none", table + end, 0},
		{"one", table + scan + end, 1},
		{"with tables between", scan + table + scan + scan + end, 3},
		{"that of a thumbnail", app1 + "\x00\x0b\xff\xda\x00\x03\xff\xff\xda\xff\xd9" + scan + end, 1},
		{"after the end", scan + end + scan, 1},
		{"cut off", scan + "\xff\xda\xff", 1},
		{"longer than the file", "\xff\xda\xff\xff", 1},
		{"of no length", strings.Repeat("\xff\xda\x00\x00", 5), 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for scans, want := range map[int]bool{64: false, 65: true} {
				file := head + strings.Repeat(scan, scans-tt.want) + tt.file
				_, err := figures.ReadPicture(strings.NewReader(file), 1400)
				assert.Equal(t, want, err != nil && err.Error() == "it has too many scans", "%d scans: %v", scans, err)
			}
		})
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestReadPictureRefuses(t *testing.T) {
	whole := pngOf(t, noise(900, 800))
	for _, tt := range []struct {
		name string
		file io.Reader
		want string
	}{
		{"nothing", strings.NewReader(""), "it is not a PNG, JPEG or GIF"},
		{"a password file", strings.NewReader("root:x:0:0:root:/root:/bin/bash"), "it is not a PNG, JPEG or GIF"},
		{"SVG", strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "it is not a PNG, JPEG or GIF"},
		{"a bomb", bytes.NewReader(bomb(100_000, 100_000)), "its 100000 x 100000 pixels are too many"},
		{"a bomb whose pixels fit 32 bits", bytes.NewReader(bomb(15_000, 15_000)), "its 15000 x 15000 pixels are too many"},
		{"a few more pixels", bytes.NewReader(bomb(40_000, 1001)), "its 40000 x 1001 pixels are too many"},
		{"a bomb of scans", bytes.NewReader(jpegOfScans(t, 65)), "it has too many scans"},
		{"no end", endless{}, "it is longer than 32 MiB"},
		{"cut off", bytes.NewReader(whole[:len(whole)/2]), "png: invalid format: not enough pixel data"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strconv.IntSize == 32 && tt.name == "a bomb" {
				t.Skip("image/png refuses it")
			}
			_, err := figures.ReadPicture(tt.file, 1400)
			assert.EqualError(t, err, tt.want)
		})
	}
}
