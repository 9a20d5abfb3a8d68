// Command draw draws the pages of packets.jsonl beside it, each into the file that its data names:
//
//	go run ./examples/packets/testdata/draw examples/packets/testdata
package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"log"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

type packet struct {
	Input struct{ Pages []string }
	Pages []struct {
		Image         string
		Width, Height int
	}
}

func main() {
	log.SetFlags(0)
	dir := os.Args[1]
	data, err := os.ReadFile(filepath.Join(dir, "packets.jsonl"))
	if err != nil {
		log.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var p packet
		if err := json.Unmarshal(line, &p); err != nil {
			log.Fatal(err)
		}
		for i, page := range p.Pages {
			var picture bytes.Buffer
			if err := png.Encode(&picture, draw(p.Input.Pages[i], page.Width, page.Height)); err != nil {
				log.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, page.Image), picture.Bytes(), 0o666); err != nil {
				log.Fatal(err)
			}
		}
	}
}

// draw draws the lines of a page from its upper left corner, and a rule below a letterhead.
func draw(text string, width, height int) image.Image {
	const left, line = 20, 18
	page := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	pen := font.Drawer{Dst: page, Src: image.Black, Face: basicfont.Face7x13}
	for i, words := range strings.Split(text, "\n") {
		y := 2*line + i*line
		pen.Dot = fixed.P(left, y)
		pen.DrawString(words)
		for x := left; i == 0 && words == strings.ToUpper(words) && x < width-left; x++ {
			page.SetColorIndex(x, y+5, 1)
		}
	}
	return page
}
