// Package overlay draws the boxes of truth and answer over a page, as SVG. [Pages] finds
// the boxes in the fields of a case, [Boxes] which fields a spec compares as boxes, and
// [Page.WriteSVG] draws one page. Package page has these pictures beside its cases.
package overlay
