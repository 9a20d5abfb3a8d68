package render

import "github.com/extracteval/extracteval/internal/view"

// code returns a name or a value as a code span that nothing in it can end.
func code(text string) string { return view.Code(text).Markdown() }

// sentence returns a sentence about a data set as a code span, with a higher limit than code, so that the reason of a failure is whole.
func sentence(text string) string { return view.Quote(text).Markdown() }
