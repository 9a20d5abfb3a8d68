// Package layout is a small layout service and the pages to measure it on: it
// returns the words and values on a scanned page with their boxes. Detect
// simulates a scanner and an OCR engine, Extract applies rules to the words.
package layout

// Document is a printed document to be scanned.
type Document struct {
	Name  string `json:"name"`
	Pages []Page `json:"pages"`
}

// Page is one printed page. Coordinates are points from the upper left corner.
type Page struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Words  []struct {
		Text string     `json:"text"`
		BBox [4]float64 `json:"bbox"` // left, top, right, bottom
	} `json:"words"`
}

// Layout is the answer of the service: three values with their places, and all
// words that it read.
type Layout struct {
	Number Located `json:"number,omitzero"`
	Date   Located `json:"date,omitzero"`
	Total  Located `json:"total,omitzero"`
	Words  []Word  `json:"words" eval:"list,by=place"`
}

// Located is a value and its place.
type Located struct {
	Value string `json:"value,omitzero"`
	Place Place  `json:"place,omitzero" eval:"box"`
}

// Word is one word and its place.
type Word struct {
	Text  string `json:"text" eval:"fuzzy,threshold=0.8"`
	Place Place  `json:"place" eval:"box"`
}

// Place is a box on a page.
type Place struct {
	BBox [4]float64 `json:"bbox"` // left, top, right, bottom
	Page int        `json:"page"` // from 1
}
