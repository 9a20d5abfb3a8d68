// Package strip draws the pages of a packet as a strip of cells, the truth above the answer: a run of cells for each section,
// with the name and the colour of its class, and marks where the answer differs. The page has the style of its parts.
package strip
