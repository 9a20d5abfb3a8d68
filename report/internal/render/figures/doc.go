// Package figures makes the parts of a page that are more than text: charts as numbers for SVG; the differences of
// two values; the places of values in the text of a document; and small pictures of its pages.
//
// [BlockTemplates] prints the blocks of package view as HTML, with the intervals in their tables as bars ([Axis]).
//
// An [Overlay] draws the boxes of truth and answer over a page, as SVG. [Overlays] finds the boxes in the fields of a
// case, [BoxFields] which fields a spec compares as boxes. [Strip] draws the pages of a packet as a strip of cells, the
// truth above the answer: a run of cells for each section, with the name and the colour of its class, and marks where the
// answer differs. The page has the style of its parts.
package figures
