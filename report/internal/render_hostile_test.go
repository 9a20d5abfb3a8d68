package internal_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
	"github.com/extracteval/extracteval/testdata/effort"
)

var hostile = artifact.File("render/testdata/hostile.jsonl")

// The markup of a page. Nothing else may come out of a document.
var (
	elements = strings.Fields(`html head meta title style body header main footer section div p span a b i h1 h2 h3
		nav dialog kbd pre ul ol li br table thead tbody tfoot tr th td code mark details summary figure figcaption noscript form label select
		option input button output svg rect path circle line text g desc wbr script`)
	attributes = strings.Fields(`lang charset http-equiv content name class id href data-set data-n data-leaf data-f data-o data-path data-title scope role colspan
		aria-label aria-labelledby aria-live aria-hidden aria-pressed tabindex title method checked disabled hidden open autocomplete value type placeholder
		viewBox preserveAspectRatio width height x y x1 x2 y1 y2 cx cy r rx dy d transform text-anchor font-family font-size font-weight
		fill fill-opacity fill-rule stroke stroke-width stroke-linejoin stroke-dasharray xmlns`)
)

// assertHarmless reads markup and finds only the elements and attributes of a page, and no address
// but of a place in the page.
func assertHarmless(t *testing.T, markup string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(markup))
	d.Strict, d.AutoClose, d.Entity = false, append([]string{"wbr"}, xml.HTMLAutoClose...), xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			assert.Contains(t, elements, token.Name.Local)
			for _, a := range token.Attr {
				assert.Contains(t, attributes, a.Name.Local, "of %s", token.Name.Local)
				if a.Name.Local == "href" {
					assert.Regexp(t, `^#([a-z0-9-]+|([a-z]+=[A-Za-z0-9._~+%-]+&?)+)$`, a.Value)
				}
			}
		case xml.Comment:
			assert.Fail(t, "a comment", "%s", token)
		}
	}
}

// unseen finds characters that a reader would not see, or that change the text he sees.
func unseen(text string) string {
	var found []rune
	for _, r := range text {
		if r != '\n' && r != '\t' && !unicode.IsGraphic(r) {
			found = append(found, r)
		}
	}
	return string(found)
}

func TestPageOfHostileValues(t *testing.T) {
	html := htmlOf(t, load(t, render.Options{MinSlice: 1}, hostile), page.Options{})
	assert.Empty(t, unseen(html))
	outside := packedData.ReplaceAllString(html, "")
	outside = styleElement.ReplaceAllString(outside, "<style></style>")
	outside = pageScript.ReplaceAllString(outside, "<script></script>")
	outside = strings.TrimPrefix(outside, "<!doctype html>\n")
	assertHarmless(t, outside)
	all := fragments(t, html)
	assert.Len(t, all, 15)
	for _, fragment := range all {
		assertHarmless(t, fragment)
		assert.Empty(t, unseen(fragment))
		assert.NotContains(t, fragment, "<script")
	}
	assert.Equal(t, 1, strings.Count(html, "<script>"), "the page's own script is the only one that runs")
}

func TestPolicyAllowsTheScriptAndStyleOfThePageAndNothingElse(t *testing.T) {
	html := htmlOf(t, load(t, render.Options{}, hostile), page.Options{})
	hash := func(element *regexp.Regexp) string {
		found := element.FindAllStringSubmatch(html, -1)
		require.Len(t, found, 1)
		sum := sha256.Sum256([]byte(found[0][1]))
		return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	// html/template writes "+" as an entity in attributes.
	policy := strings.NewReplacer("&#43;", "+", "&#39;", "'").Replace(regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(html)[1])
	assert.Equal(t, "default-src 'none'; style-src '"+hash(styleElement)+"'; script-src '"+hash(pageScript)+
		"'; img-src data:; base-uri 'none'; form-action 'none'", policy)
}

func TestMarkdownOfHostileValues(t *testing.T) { hostileMarkdown(t, outputs(t, hostile)["md"]) }

// The same with the run of another one before it: changes, and folded parts.
func TestMarkdownOfHostileValuesCompared(t *testing.T) {
	data, err := os.ReadFile("render/testdata/hostile.jsonl")
	require.NoError(t, err)
	better := strings.ReplaceAll(string(data), `"wrong":1`, `"match":1`)
	require.NotEqual(t, string(data), better)
	for _, old := range []artifact.Source{hostile, textSource("old.jsonl", better)} {
		against, err := diff.Compare([]artifact.Source{old}, []artifact.Source{hostile}, diff.Options{Resamples: 100})
		require.NoError(t, err)
		text := renderWritten(t, func(w io.Writer) error {
			return render.WriteMarkdown(w, load(t, render.Options{}, hostile), render.MarkdownOptions{Comparison: &against, MaxBytes: 64 << 10})
		})
		assert.Contains(t, text, "| before |")
		assert.Contains(t, text, "without a change</summary>")
		hostileMarkdown(t, text)
	}
}

// hostileMarkdown checks that no value is more than text.
func hostileMarkdown(t *testing.T, text string) {
	t.Helper()
	assert.Empty(t, unseen(text))
	span := regexp.MustCompile("`[^`\n]*`")
	columns := 0
	for _, line := range strings.Split(text, "\n") {
		outside := strings.ReplaceAll(span.ReplaceAllString(line, ""), `- pass\@`, "") // a metric of ours
		assert.NotContains(t, outside, "`", "a span that does not end: %s", line)
		if !strings.HasPrefix(line, "|") {
			columns = 0
			tags := regexp.MustCompile(`</?(details( open)?|summary|code)>`).ReplaceAllString(outside, "")
			assert.NotRegexp(t, `[<>\[\]@]|://|www\.`, tags)
			continue
		}
		if columns == 0 {
			columns = strings.Count(line, "|")
		}
		assert.Equal(t, columns, strings.Count(line, "|"), line)
		assert.NotRegexp(t, `[>\[\]@]|://|www\.`, outside)
	}
}

func TestCSVOfHostileValuesHasNoFormula(t *testing.T) {
	text := outputs(t, hostile)["csv"]
	assert.Empty(t, unseen(text))
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	numbers := slices.DeleteFunc(slices.Clone(rows), func(row []string) bool { return row[6] != "number" })
	assert.Greater(t, len(numbers), 10, "those of the summary")
	assert.Len(t, rows, 1+3*15+len(numbers))
	negative := regexp.MustCompile(`^-[0-9]`)
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && !negative.MatchString(cell) {
				assert.NotContains(t, "=+-@\t\r\n＝＋－＠", string([]rune(cell)[0]), "%q", cell)
			}
		}
	}
}

// junitFile is the file as a CI server reads it: another reading of the format than the writer's.
type junitFile struct {
	XMLName xml.Name `xml:"testsuites"`
	Tests   int      `xml:"tests,attr"`
	Suites  []struct {
		Name     string `xml:"name,attr"`
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Errors   int    `xml:"errors,attr"`
		Skipped  int    `xml:"skipped,attr"`
		Cases    []struct {
			Name    string `xml:"name,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
				Text    string `xml:",chardata"`
			} `xml:"failure"`
			Error   *struct{} `xml:"error"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testcase"`
		Properties []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"properties>property"`
	} `xml:"testsuite"`
}

func TestJUnitTotalsAgreeWithTheCases(t *testing.T) {
	for _, source := range []artifact.Source{hostile, artifact.File("render/testdata/small.jsonl")} {
		text := renderWritten(t, func(w io.Writer) error { return render.JUnit(w, nil, source) })
		assert.Empty(t, unseen(text))
		var file junitFile
		require.NoError(t, xml.Unmarshal([]byte(text), &file))
		require.Len(t, file.Suites, 1)
		suite := file.Suites[0]
		failures, errs, skipped := 0, 0, 0
		for _, c := range suite.Cases {
			if c.Failure != nil {
				failures++
			}
			if c.Error != nil {
				errs++
			}
			if c.Skipped != nil {
				skipped++
			}
		}
		assert.Equal(t, [4]int{suite.Tests, suite.Failures, suite.Errors, suite.Skipped}, [4]int{len(suite.Cases), failures, errs, skipped})
		assert.Equal(t, file.Tests, suite.Tests)
		assert.Equal(t, "gate", suite.Cases[len(suite.Cases)-1].Name)
		assert.NotEmpty(t, suite.Properties)
	}
}

// The xUnit plugin of Jenkins leaves a file out that has an attribute beyond these, those of its junit-10.xsd: its failures are not seen.
func TestJUnitHasOnlyAttributesOfXUnit(t *testing.T) {
	result := []string{"type", "message"}
	attributes := map[string][]string{
		"testsuites": {"name", "time", "tests", "failures", "errors"},
		"testsuite":  {"name", "tests", "failures", "errors", "time", "skipped", "timestamp", "package"},
		"properties": nil,
		"property":   {"name", "value"},
		"testcase":   {"name", "time", "classname"},
		"failure":    result,
		"error":      result,
		"skipped":    result,
		"system-out": nil,
	}
	for _, source := range []artifact.Source{hostile, artifact.File("render/testdata/small.jsonl")} {
		text := renderWritten(t, func(w io.Writer) error { return render.JUnit(w, nil, source) })
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			element, _ := token.(xml.StartElement)
			if element.Name.Local != "" {
				assert.Contains(t, attributes, element.Name.Local)
			}
			for _, a := range element.Attr {
				assert.Contains(t, attributes[element.Name.Local], a.Name.Local, element.Name.Local)
				if a.Name.Local == "time" { // of Surefire, and of older plugins
					assert.Regexp(t, `^[0-9]+\.[0-9]{0,3}$`, a.Value)
				}
			}
		}
	}
}

// GitLab takes test cases of one class and name for one.
func TestJUnitNamesDiffer(t *testing.T) {
	text := renderWritten(t, func(w io.Writer) error {
		return render.JUnit(w, nil, textSource("a.jsonl", `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"2026-11-20T09:30:00Z","versions":{}}
{"type":"dataset","name":"d"}
{"type":"case","id":"a\tb","trial":1,"status":"ok","verdict":"fail"}
{"type":"case","id":"a\nb","trial":1,"status":"ok","verdict":"pass"}
{"type":"case","id":"a\u200bb","trial":1,"status":"ok","verdict":"pass"}
{"type":"end","cases":3}
`))
	})
	assert.Equal(t, []string{`name="a␉b"`, `name="a␊b"`, `name="a\u200bb"`}, regexp.MustCompile(`name="a[^"]*"`).FindAllString(text, -1))
}

// GitLab takes test cases of one class and name for one, so that a repetition that failed would be seen as one that passed.
func TestJUnitNamesRepetitions(t *testing.T) {
	const record = `{"type":"run","schema":"extracteval/v1","package":"p","repetition":%d,"start":"2026-11-20T09:30:00Z","versions":{}}
{"type":"dataset","name":"d"}
{"type":"case","id":"a","trial":1,"status":"ok","verdict":"pass"}
{"type":"end","cases":1}
`
	text := renderWritten(t, func(w io.Writer) error {
		return render.JUnit(w, nil, textSource("a.jsonl", fmt.Sprintf(record, 1)), textSource("a.rep2.jsonl", fmt.Sprintf(record, 2)))
	})
	assert.Contains(t, text, `<testsuite name="d (repetition 2)" `)
	assert.Equal(t, []string{`classname="p.d"`, `classname="p.d (repetition 2)"`}, regexp.MustCompile(`classname="[^"]*"`).FindAllString(text, -1))
}

// A CI server acts on ##[ and ##vso[ anywhere in a line of a log, and on :: at its beginning.
func TestNoCommandForCIServers(t *testing.T) {
	data := textSource("ci.jsonl", `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"2026-11-20T09:30:00Z","versions":{}}
{"type":"dataset","name":"##[group]invoices"}
{"type":"case","id":"##[error]a","trial":1,"status":"ok","score":0,"verdict":"fail","misses":["total"],"fields":[{"path":"::error::total","attribute":"::error::total","outcome":"wrong","score":0,"similarity":0,"weight":1,"got":"##[error]1","want":"###[x","note":"##[error]"}],"counts":[{"attribute":"::error::total","counts":{"wrong":1}}]}
{"type":"case","id":"##vso[task.complete result=Succeeded]","trial":1,"status":"ok","score":1,"verdict":"pass","fields":[],"counts":[]}
{"type":"case","id":"::warning::c","trial":1,"status":"error","error":"##vso[task.complete]","score":0,"verdict":"fail","fields":[],"counts":[]}
`)
	for name, text := range outputs(t, data) {
		assert.NotRegexp(t, `(?m)##\[|##vso|^\s*::`, text, name)
	}
	var file junitFile
	require.NoError(t, xml.Unmarshal([]byte(outputs(t, data)["xml"]), &file))
	ids := []string{"##[error]a", "##vso[task.complete result=Succeeded]", "::warning::c"}
	require.Greater(t, len(file.Suites[0].Cases), len(ids)) // a line of the data set follows
	for i, id := range ids {
		assert.Equal(t, id, file.Suites[0].Cases[i].Name, "the file means the same to a parser")
	}
}

func TestBenchOfHostileNames(t *testing.T) {
	line := regexp.MustCompile(`^(Unit \S+ better=higher assume=exact|pkg: \S+|BenchmarkEval/dataset=[^\s/]+/(field|average|number)=[^\s/]+ \d+( [0-9.e+-]+ [A-Za-z0-9]+)+)$`)
	for text := range strings.Lines(outputs(t, hostile)["bench"]) {
		assert.Regexp(t, line, strings.TrimSuffix(text, "\n"))
	}
}

func TestLongValuesAreCut(t *testing.T) {
	effort.OneGoroutine(t)
	long := strings.Repeat("Ж<", effort.Size(70_000, 1<<19)) // 210 KB or 1.5 MiB
	text := `{"type":"run","schema":"extracteval/v1","repetition":1,"start":"2026-11-20T09:30:00Z","versions":{}}
{"type":"dataset","name":"` + long + `"}
{"type":"case","id":"` + long + `","trial":1,"status":"ok","score":0,"verdict":"fail","tags":{"` + long + `":"x"},"misses":["a"],
"fields":[{"path":"` + long + `","attribute":"a","outcome":"wrong","score":0,"similarity":0,"weight":1,"got":"` + long + `","want":"x","note":"` + long + `"}],
"counts":[{"attribute":"a","counts":{"wrong":1}}]}
`
	text = strings.ReplaceAll(text, ",\n\"", ",\"")
	for format, got := range outputs(t, textSource("long.jsonl", text)) {
		if slices.Contains([]string{"csv", "bench", "xml"}, format) {
			continue // data, whole
		}
		assert.Less(t, len(got), 200_000, format)
	}
}
