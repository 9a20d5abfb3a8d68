// Package markdown writes a report as a comment on a pull request or the summary of a CI
// step: see [Write].
package markdown
