package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// truthsOfFormats are written in every form in which a data set can be.
const truthsOfFormats = `{"id":"a","input":"total 12.5 Acme","want":{"total":12.5,"vendor":{"name":"Acme"}},"tags":{"lang":"de"}}
{"id":"b","input":"total 7 Bolt","want":{"total":7,"vendor":{"name":"Bolt"}},"tags":{"lang":"en"}}
{"id":"c","input":"total 9 Cora","want":{"total":9,"vendor":{"name":"Cora"}},"tags":{"lang":"de"}}
`

// formats writes the truths in each form. It returns the paths.
func formats(t *testing.T, dir string) (paths []string) {
	t.Helper()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		return name
	}
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, err := zip.Write([]byte(truthsOfFormats))
	require.NoError(t, err)
	require.NoError(t, zip.Close())
	long := "id,field,value\n"
	rows, tags := "id\tinput\twant.total\twant.vendor.name\ttags.lang\n", map[string]map[string]string{}
	for line := range strings.Lines(truthsOfFormats) {
		var c struct {
			ID, Input string
			Want      struct {
				Total  float64               `json:"total"`
				Vendor struct{ Name string } `json:"vendor"`
			}
			Tags map[string]string
		}
		require.NoError(t, json.Unmarshal([]byte(line), &c))
		rows += fmt.Sprintf("%s\t%s\t%v\t%s\t%s\n", c.ID, c.Input, c.Want.Total, c.Want.Vendor.Name, c.Tags["lang"])
		long += fmt.Sprintf("%s,want.total,%v\n%[1]s,want.vendor.name,%[3]s\n%[1]s,input,%[4]s\n%[1]s,tags.lang,%[5]s\n", c.ID, c.Want.Total, c.Want.Vendor.Name, c.Input, c.Tags["lang"])
		write("data/"+c.ID+".input.txt", c.Input)
		write("data/"+c.ID+".want.json", fmt.Sprintf("{\"total\":%v,\"vendor\":{\"name\":%q}}\n", c.Want.Total, c.Want.Vendor.Name))
		tags[c.ID] = c.Tags
	}
	text, err := json.Marshal(tags)
	require.NoError(t, err)
	write("data/tags.json", string(text))
	commas := strings.NewReplacer("\t", ",")
	var all []json.RawMessage
	byID, several, suite := map[string]json.RawMessage{}, "", "# as AgentV writes tests\ntests:\n"
	for line := range strings.Lines(truthsOfFormats) {
		all = append(all, json.RawMessage(line))
		id := line[7:8]
		byID[id] = json.RawMessage(strings.Replace(line, `"id":"`+id+`",`, "", 1))
		pretty, err := json.MarshalIndent(json.RawMessage(line), "", "  ")
		require.NoError(t, err)
		several += string(pretty) + "\n"
		suite += "  - " + strings.ReplaceAll(line, `,"want":`, ",\n    want: ")
	}
	array, err := json.MarshalIndent(all, "", "  ")
	require.NoError(t, err)
	ids, err := json.MarshalIndent(byID, "", "  ")
	require.NoError(t, err)
	return []string{
		write("data.jsonl", truthsOfFormats), write("data.jsonl.gz", packed.String()), write("data.csv", commas.Replace(rows)),
		write("data.tsv", rows), "data", write("mark.jsonl", "\uFEFF"+truthsOfFormats),
		write("lines.jsonl", strings.ReplaceAll(truthsOfFormats, "\n", "\r\n")), write("mark.csv", "\uFEFF"+strings.ReplaceAll(commas.Replace(rows), "\n", "\r\n")),
		write("long.csv", long), write("array.json", string(array)), write("array1.json", "["+strings.ReplaceAll(strings.TrimSpace(truthsOfFormats), "\n", ",")+"]"), write("several.json", several), write("ids.json", string(ids)), write("suite.yaml", suite),
	}
}

// readers are the commands that read a data set, DATA. run.jsonl is a run of it, and got.jsonl has its answers.
var readers = map[string]string{
	"score":          "score -dir= DATA got.jsonl",
	"score -spec":    "score -dir= -spec spec.yaml DATA got.jsonl",
	"lint":           "lint -spec spec.yaml DATA",
	"init":           "init -o new DATA",
	"data split":     "data split -parts train=.5,test=.5 DATA",
	"data log":       "data log data.jsonl DATA",
	"data log (old)": "data log DATA data.jsonl",
	"data draft":     "data draft -o drafts.jsonl -overwrite -data DATA run.jsonl",
	"rescore":        "rescore -spec spec.yaml -o new -data DATA run.jsonl",
}

// TestEveryReaderReadsEveryForm: whatever reads one form of a data set reads all, and prints the same about it.
func TestEveryReaderReadsEveryForm(t *testing.T) {
	t.Chdir(t.TempDir())
	paths := formats(t, ".")
	require.NoError(t, os.WriteFile("spec.yaml", []byte("fields: [{path: total, match: numeric}, vendor.name]\n"), 0o666))
	require.NoError(t, os.WriteFile("got.jsonl", []byte(strings.NewReplacer(`"want"`, `"got"`, "12.5", "12").Replace(truthsOfFormats)), 0o666))
	call := func(args string) (int, string) {
		var out, errs bytes.Buffer
		exit := run(t.Context(), nil, &out, &errs, strings.Fields(args))
		return exit, out.String() + errs.String()
	}
	exit, says := call("score -dir=out data.jsonl got.jsonl")
	require.Equal(t, exitFound, exit, says)
	made, err := filepath.Glob("out/*.jsonl")
	require.NoError(t, err)
	require.Len(t, made, 1)
	require.NoError(t, os.Rename(made[0], "run.jsonl"))
	for _, name := range slices.Sorted(maps.Keys(readers)) {
		t.Run(name, func(t *testing.T) {
			wantExit, want := 0, ""
			for i, path := range paths {
				for _, f := range []string{"new", "data.split.jsonl", "mark.split.jsonl", "lines.split.jsonl", "array.split.jsonl", "array1.split.jsonl", "several.split.jsonl", "ids.split.jsonl", "long.split.jsonl", "suite.split.jsonl"} {
					require.NoError(t, os.RemoveAll(f))
				}
				require.NoError(t, os.Mkdir("new", 0o777))
				exit, says := call(strings.ReplaceAll(readers[name], "DATA", path))
				says = regexp.MustCompile(`\b(data|mark|lines|array1?|several|ids|long|suite)(?:_eval_test|\b)(/[abc]\.want\.json|(\.(jsonl\.gz|jsonl|json|csv|tsv|split\.jsonl|yaml))?(:[0-9]+(, item [0-9])?)?)`).ReplaceAllString(says, "DATA")
				says = regexp.MustCompile(`(?m)^DATA( +)([0-9])`).ReplaceAllString(says, "DATA $2")
				says = regexp.MustCompile(`hash [0-9a-f]{16}`).ReplaceAllString(says, "HASH")
				if i == 0 {
					wantExit, want = exit, says
					assert.NotContains(t, says, "no such file")
				}
				assert.Equal(t, wantExit, exit, "%s: %s", path, says)
				assert.Equal(t, want, says, path)
			}
		})
	}
}

// TestEveryReaderRefusesInTheSameWords: what is wrong with a data set is the same sentence, whatever reads it.
func TestEveryReaderRefusesInTheSameWords(t *testing.T) {
	t.Chdir(t.TempDir())
	formats(t, ".")
	write := func(name, text string) {
		t.Helper()
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	write("spec.yaml", "fields: [{path: total, match: numeric}, vendor.name]\n")
	write("got.jsonl", strings.ReplaceAll(truthsOfFormats, `"want"`, `"got"`))
	for _, tt := range []struct {
		name, text, want string
	}{
		{"empty.jsonl", "", "empty.jsonl is empty; want one JSON object per line, UTF-8"},
		{"blank.jsonl", "\n \n", "blank.jsonl has only blank lines; want one JSON object per line, UTF-8"},
		{"array.jsonl", "[\n{\"id\":\"a\"},\n", "array.jsonl:3: the JSON has no end: the file is cut off"},
		{"more.jsonl", "[{\"id\":\"a\"}]\n{\"id\":\"b\"}\n", "more.jsonl:2: there is more after the JSON array; want one JSON object per line, UTF-8, or one array"},
		{"comma.jsonl", "[{\"id\":\"a\"},\n]\n", "comma.jsonl:2: invalid character ']' looking for beginning of value"},
		{"nan.json", "[{\"id\":\"a\"},\n{\"id\":\"b\",\n\"want\":{\"total\":NaN}}]", "nan.json:3: NaN is not JSON: write null, or let json.dumps(..., allow_nan=False) find it"},
		{"indented.json", "{\n\"a\":{\"total\":1},\n\"b\":{\"total\":-Infinity}\n}", "indented.json:3: Infinity is not JSON: write null, or let json.dumps(..., allow_nan=False) find it"},
		{"several.jsonl", "{\n  \"id\": \"a\"\n}\n{\"id\":\n", "several.jsonl:5: the JSON has no end: the file is cut off"},
		{"broken.jsonl", "{\n  \"id\": \"a\",\n}\n", "broken.jsonl:3: invalid character '}' looking for beginning of object key string"},
		{"book.csv", "PK\x03\x04,\x00", "book.csv:1: the file is a zip archive, as .xlsx files are; want one JSON object per line, UTF-8, or CSV: unpack it, or save the sheet as CSV"},
		{"wide.jsonl", "\xff\xfe{\x00", "wide.jsonl:1: the file is UTF-16; want UTF-8: iconv -f UTF-16 -t UTF-8"},
		{"latin1.jsonl", truthsOfFormats + "{\"id\":\"d\",\"want\":{\"total\":1,\"vendor\":{\"name\":\"K\xf6ln\"}}}\n", `latin1.jsonl:4: document: invalid JSON at offset 47: byte 0xF6 is not UTF-8, which JSON has to be: write the file as UTF-8, in Python by open(name, "w", encoding="utf-8")`},
		{"latin1.csv", "id,want.total,want.vendor.name\nd,1,K\xf6ln\n", `latin1.csv:2: column "want.vendor.name" is not UTF-8: save the file as UTF-8`},
		{"row.csv", "id,want.total\nd,1,2\n", `row.csv:2: the row has 3 values, and the header 2; put a value with separators in quotes: "1,234.50"`},
		{"quote.csv", "id,want.vendor.name\nd,8\" pipe\n", `quote.csv:2:4: bare " in non-quoted-field; put a value with quotes or separators in quotes, and double each quote in it: "8"" pipe"`},
		{"run.jsonl", `{"type":"run","schema":"extracteval/v1"}` + "\n", "run.jsonl is an artifact, not a file of truths or answers: evalreport show prints it, and evalreport rescore judges its answers by another spec"},
		{"empty.yaml", "\n", "empty.yaml is empty; want one JSON object per line, UTF-8"},
		{"long.yaml", strings.Repeat("# a\n", 300_000), "long.yaml: YAML is read up to 1048576 bytes; want one JSON object per line, UTF-8"},
		{"none.yaml", "target: default\n", "none.yaml: the file is YAML without a list of tests (tests, evalcases, eval_cases); want one JSON object per line, UTF-8"},
		{"text.yml", "tests: ./tests.jsonl\n", "text.yml: the file is YAML without a list of tests (tests, evalcases, eval_cases); want one JSON object per line, UTF-8"},
		{"broken.yaml", "tests: [\n", "broken.yaml:2:1: not YAML: while parsing a flow node: did not find expected node content"},
		{"merge.yaml", "tests:\n- &a {id: a}\n- {<<: *a}\n", "merge.yaml:3:4: merge keys (<<) are not read; repeat what they would merge"},
		{"none.jsonl", "-", "no such file or directory"},
		{"folder/a.txt", "", "the folder folder has neither pairs NAME.input.EXT and NAME.want.json nor documents NAME.json"},
		{"columns.json", `{"total":{"0":12.5,"1":3},"vendor":{"0":"a","1":"b"}}`, `columns.json has columns, as pandas writes them; want one JSON object per line, UTF-8: to_json(orient="records", lines=True)`},
		{"index.json", "{\n\"id\":{\"0\":\"a\"},\n\"total\":{\"0\":12.5}}\n", "index.json has columns, as pandas writes them"},
		{"capitals/a.JSON", "{}", "capitals/a.JSON: its name has to end in .json, in small letters"},
		{"two/a.input.txt two/a.input.pdf two/a.want.json", "{}", "two/a.want.json: it has 2 inputs: a.input.pdf, a.input.txt"},
		{"tags/a.input.txt tags/a.want.json tags/tags.json", "[]", `tags/tags.json: it is an array; want {"NAME": {"language": "de"}}`},
		{"wrong/a.input.txt wrong/a.want.json", "{", "wrong/a.want.json: document: invalid JSON at offset 1: unexpected end of JSON input"},
	} {
		data := tt.name
		for name := range strings.FieldsSeq(tt.name) {
			if tt.text != "-" {
				write(name, tt.text)
			}
			if strings.Contains(name, "/") {
				data = filepath.Dir(name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(readers)) {
			if name == "rescore" || name == "data draft" { // they need a run of the data set
				continue
			}
			require.NoError(t, os.RemoveAll("new"))
			require.NoError(t, os.Mkdir("new", 0o777))
			var out, errs bytes.Buffer
			exit := run(t.Context(), nil, &out, &errs, strings.Fields(strings.ReplaceAll(readers[name], "DATA", data)))
			assert.NotEqual(t, exitOK, exit, "%s %s", name, data)
			assert.Contains(t, errs.String(), tt.want, "%s %s", name, data)
		}
	}
}

// Folders in a folder are not read, and score says so: documents there are in no number.
func TestFoldersInAFolderAreToldOf(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, file := range []string{"years/2025/b.json", "mixed/a.json", "mixed/2025/b.json", "mixed/_evaltest/c.json", "got/a.json"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, []byte(`{"total": 1}`), 0o666))
	}
	call := func(args ...string) (int, string) {
		var out, errs bytes.Buffer
		return run(t.Context(), nil, &out, &errs, append([]string{"score", "-dir="}, args...)), errs.String()
	}
	exit, says := call("mixed", "got")
	assert.Equal(t, exitOK, exit)
	assert.Equal(t, "evalreport score: the folder mixed: folders in it are not read, such as 2025, which has b.json\n", says)
	exit, says = call("years", "got")
	assert.Equal(t, exitMisuse, exit)
	assert.Equal(t, "evalreport score: the folder years has neither pairs NAME.input.EXT and NAME.want.json nor documents NAME.json; folders in it are not read, such as 2025, which has b.json\n", says)
}

// TestAcceptWritesOrSaysWhy: an accepted answer is written into lines, cells and pairs; of a packed file and of YAML accept says what to do.
func TestAcceptWritesOrSaysWhy(t *testing.T) {
	t.Chdir(t.TempDir())
	got := strings.NewReplacer(`"want"`, `"got"`, "12.5", "12").Replace(truthsOfFormats)
	require.NoError(t, os.WriteFile("got.jsonl", []byte(got), 0o666))
	for _, path := range formats(t, ".") {
		var out, errs bytes.Buffer
		call := func(args ...string) int {
			out.Reset()
			errs.Reset()
			return run(t.Context(), nil, &out, &errs, args)
		}
		require.NoError(t, os.RemoveAll("run"))
		require.Equal(t, exitFound, call("score", "-dir=run", path, "got.jsonl"), errs.String())
		exit := call("accept", "-write", "-field", "total", "-data", path, "run")
		switch kind := filepath.Ext(path); {
		case path == "long.csv":
			assert.Equal(t, exitMisuse, exit)
			assert.Contains(t, errs.String(), "a table with a row for each field cannot be changed: write a row for each document")
		case kind == ".gz":
			assert.Equal(t, exitMisuse, exit)
			assert.Contains(t, errs.String(), path+": it is compressed by gzip: unpack it (gunzip FILE), accept, and pack it again")
		case kind == ".yaml":
			assert.Equal(t, exitMisuse, exit)
			assert.Contains(t, errs.String(), path+": it is YAML, which accept does not write: change it by hand")
		default:
			assert.Equal(t, exitOK, exit, "%s: %s", path, errs.String())
			file := path
			if path == "data" {
				file = "data/a.want.json"
			}
			assert.Contains(t, out.String(), "  a\n  total\n  - 12.5\n  + 12\n\n1 change written to "+file+"\n")
			changed, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Regexp(t, `"total": ?12,|[,\t]12[,\t]Acme`, string(changed), path)
		}
	}
}
