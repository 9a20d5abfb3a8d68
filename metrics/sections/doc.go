// Package sections compares how two sides divide a packet, a file of several documents, into sections: the pages of
// each section, its class and its start. A typical packet is a PDF of forty pages with an invoice, two delivery notes
// and a letter. A service splits it, and every value that the service then reads depends on the split.
//
//	got := []sections.Section{{Class: "invoice", Pages: []int{1, 2}}, {Class: "letter", Pages: []int{3, 4}}}
//	want := []sections.Section{{Class: "invoice", Pages: []int{1, 2, 3}}, {Class: "letter", Pages: []int{4}}}
//	c := sections.Compare(got, want)
//
// [ReadAll] reads the pages of the sections of a packet, [Check] finds errors in the sections of a truth, [Compare]
// compares.
//
// # Groups
//
// Measures that look at pages need one group for each page: the index of its section. A page in two sections of the
// answer counts as two pages, one in the group of each section. A page that only one side has in a section belongs to
// the group "no section" of the other side. The measures treat this group like any other. The pages of a packet are the
// pages that either side has in a section.
//
// # Pairs
//
// A section of the answer is paired with a section of the truth by shared pages: see [Compare].
//
// # Measures
//
//   - Over-splitting, under-splitting, right sections and their order are counts of the sections of the truth: [Comparison].
//   - The starts of sections, with precision and recall: [Comparison.Starts].
//   - The agreement of the groups of pages, without regard to classes: [Comparison.VMeasure] and
//     [Comparison.AdjustedRand].
//   - The order of the pages in right sections: [Comparison.PageOrder].
//
// The package knows neither specs nor fields: package eval compares the values of each section. This package may change
// in a minor version.
package sections
