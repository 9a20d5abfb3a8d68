package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/specs"
	"github.com/extracteval/extracteval/testdata/effort"
)

// about runs help with flags and returns what it prints.
func about(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	require.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, append([]string{"help"}, args...)), errs.String())
	assert.Empty(t, errs.String())
	return out.String()
}

// schemaOf returns a schema as help prints it, compiled.
func schemaOf(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(about(t, "-schema", name)))
	require.NoError(t, err)
	url := specs.Site + name + ".json"
	assert.Equal(t, url, doc.(map[string]any)["$id"])
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource(url, doc))
	schema, err := compiler.Compile(url)
	require.NoError(t, err)
	return schema
}

// valid holds a text of YAML against a schema.
func valid(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	var value any
	require.NoError(t, yaml.Unmarshal([]byte(text), &value))
	encoded, err := json.Marshal(value)
	require.NoError(t, err)
	plain, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
	require.NoError(t, err)
	return schema.Validate(plain)
}

// The files of the examples are valid, and what init writes names the schema.
func TestSchemasFitTheFiles(t *testing.T) {
	assert.Contains(t, specs.Modeline, specs.Site+"spec.json")
	found := map[string]int{}
	for _, pattern := range []string{"../../../examples/*/testdata/*.yaml", "../../../examples/*/testdata/*/*.yaml", "testdata/*.yaml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			name := "spec"
			if strings.Contains(filepath.Base(file), "gates") {
				name = "gates"
			}
			assert.NoError(t, valid(t, schemaOf(t, name), string(text)), file)
			found[name]++
		}
	}
	assert.GreaterOrEqual(t, found["spec"], 8)
	assert.GreaterOrEqual(t, found["gates"], 3)
}

// What the parser refuses as an unknown key the schema refuses, and it knows each key that the parser names as valid.
func TestSchemaOfSpecsHasTheKeysOfTheParser(t *testing.T) {
	schema := schemaOf(t, "spec")
	places := map[string]string{
		"root":                "fields: [a]\nKEY: 1",
		"no rule":             "fields: [{path: a, KEY: 1}]",
		"class by its labels": "fields: [{path: a, classes: [x], KEY: 1}]",
		"list":                "fields: [{path: a, match: list, by: [b], fields: [b], KEY: 1}]",
		"set":                 "fields: [{path: a, match: set, KEY: 1}]",
		"map":                 "fields: [{path: a, match: map, KEY: 1}]",
		"sections":            "fields: [{path: a, match: sections, classes: {x: {}}, KEY: 1}]",
		"section":             "fields: [{path: a, match: sections, classes: {x: {KEY: 1}}}]",
		"invariant":           "fields: [a]\ninvariants: [{name: x, KEY: 1}]",
		"row":                 "fields: [{path: a, match: list, by: [b], fields: [{path: b, match: numeric, KEY: 1}]}]",
	}
	for _, name := range compare.Names() {
		places[name] = "fields: [{path: a, match: " + name + ", KEY: 1}]"
	}
	list := regexp.MustCompile(`unknown key "zz"; valid are (.*)`)
	for place, text := range places {
		_, err := eval.ParseSpec([]byte(strings.ReplaceAll(text, "KEY", "zz")), nil)
		if !assert.Error(t, err, place) {
			continue
		}
		match := list.FindStringSubmatch(err.Error())
		if !assert.NotNil(t, match, "%s: %v", place, err) {
			continue
		}
		err = valid(t, schema, strings.ReplaceAll(text, "KEY", "zz"))
		if assert.Error(t, err, place) {
			assert.Contains(t, err.Error(), "zz", place)
		}
		for _, key := range strings.Split(match[1], ", ") {
			if strings.Contains(text, key+":") {
				continue
			}
			// Some value of this key is right; which, its type says.
			var errs []string
			fits := slices.ContainsFunc([]string{"0.5", "true", "x", "[x]", "{x: [y]}", "{x: dmy}", "optimal", "dmy", "macro_f1", "skip", "[{path: x}]", "[{name: x}]", "[{type: x}]", "{x: {}}"}, func(value string) bool {
				err := valid(t, schema, strings.ReplaceAll(text, "KEY: 1", key+": "+value))
				if err != nil {
					errs = append(errs, err.Error())
				}
				return err == nil
			})
			assert.True(t, fits, "%s: %s: %s", place, key, errs)
		}
	}
}

// The same for limits, and for values of a wrong type.
func TestSchemasRefuse(t *testing.T) {
	for _, text := range []string{"fields: [{match: exact}]", "fields: [{path: a, weight: x}]", "fields: [{path: a, match: numeric, tolerance: x}]", "threshold: 2", "aggregation: mean"} {
		assert.Error(t, valid(t, schemaOf(t, "spec"), text), text)
		_, err := eval.ParseSpec([]byte(text), nil)
		assert.Error(t, err, text)
	}
	assert.NoError(t, valid(t, schemaOf(t, "spec"), "fields: [{path: a, match: of_our_own, any: 1}]"), "a comparator of the program's own")
	schema := schemaOf(t, "gates")
	_, err := shell.ParseGates([]byte("x: {zz: 1}"), "g.yaml")
	require.Error(t, err)
	_, keys, _ := strings.Cut(err.Error(), "(valid: ")
	for _, key := range strings.Split(strings.TrimSuffix(keys, ")"), ", ") {
		assert.True(t, slices.ContainsFunc([]string{"0.5", "1", "x", "true", "{total: 0.9}", "[{metric: cost, is: at_most, value: 1}]"}, func(value string) bool {
			return valid(t, schema, "x: {"+key+": "+value+"}") == nil
		}), key)
	}
	for _, text := range []string{"x: {zz: 1}", "x: {macro_f1: 2}", "x: {limits: [{metric: cost}]}", "x: {limits: [{metric: cost, is: below, value: 1}]}"} {
		assert.Error(t, valid(t, schema, text), text)
		_, err := shell.ParseGates([]byte(text), "g.yaml")
		assert.Error(t, err, text)
	}
}

// Each shell's completion has every command and every flag, and bash completes by it.
func TestCompletions(t *testing.T) {
	for name := range shell.Completions {
		script := about(t, "-completion", name)
		for _, cmd := range (&cli{}).completed() {
			assert.Contains(t, script, cmd.Name)
			cmd.Flags.VisitAll(func(f *flag.Flag) {
				assert.Regexp(t, `-(o )?`+f.Name+`\b`, script, "%s: -%s of %s", name, f.Name, cmd.Name)
			})
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	for line, want := range map[string]string{
		"sc":                           "score",
		"score -max-f":                 "-max-fall",
		"data spl":                     "split",
		"data split -str":              "-stratify",
		"score -spec s.yaml a b -keep": "-keep-answers",
		"help dif":                     "diff",
	} {
		typed := strings.Split(line, " ")
		cmd := exec.Command(bash, "-c", about(t, "-completion", "bash")+`COMP_WORDS=(evalreport "$@"); COMP_CWORD=$#; _evalreport; printf '%s\n' "${COMPREPLY[@]}"`, "bash")
		cmd.Args, cmd.Dir = append(cmd.Args, typed...), t.TempDir()
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, string(out))
		assert.Equal(t, want+"\n", string(out), line)
	}
}

func TestAboutRefuses(t *testing.T) {
	for arg, told := range map[string]string{
		"-schema=spek":     `evalreport help: -schema is "spek", want gates or spec; did you mean "spec"?`,
		"-completion=ksh":  `evalreport help: -completion is "ksh", want bash or fish or zsh`,
		"-llm":             `evalreport help: unknown flag -llm; did you mean "-llms"?`,
		"-completion=bash": "",
	} {
		var out, errs bytes.Buffer
		args := []string{"help", arg}
		if told == "" {
			args = append(args, "-llms")
			told = "evalreport help: want a command or one of -llms, -completion SHELL and -schema FILE"
		}
		assert.Equal(t, exitMisuse, run(t.Context(), nil, &out, &errs, args))
		assert.Contains(t, errs.String(), told)
	}
	assert.Equal(t, help(), about(t, "-h"))
}

// block is a fenced block of the page for assistants: its language, the file that it is, and its text.
var block = regexp.MustCompile("(?s)\n```([a-z]+) ?([a-z_./]*)\n(.*?)\n```\n")

// Every snippet of the page for assistants runs: the test, the commands, and each tag and option that it names.
func TestPageForAssistantsRuns(t *testing.T) {
	page := about(t, "-llms")
	assert.Less(t, strings.Count(page, "\n"), 180)
	repository, err := filepath.Abs("../../..")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	ran := 0
	for _, b := range block.FindAllStringSubmatch(page, -1) {
		language, name, text := b[1], b[2], b[3]+"\n"
		if name != "" {
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
			require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
			continue
		}
		require.Equal(t, "sh", language)
		for line := range strings.Lines(text) {
			args := strings.Fields(line)
			ran++
			if args[0] == "go" {
				goTest(t, repository, args)
				continue
			}
			var out, errs bytes.Buffer
			assert.Equal(t, exitOK, run(t.Context(), nil, &out, &errs, args[1:]), "%s%s%s", line, out.String(), errs.String())
		}
	}
	assert.Equal(t, 8, ran)

	_, table, _ := strings.Cut(page, "| tag | for |")
	table, _, _ = strings.Cut(table, "\n\n")
	tags := 0
	for _, row := range strings.Split(table, "\n")[2:] {
		cell, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " | ")
		for _, tag := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
			if tag[1] == "regex" {
				tag[1] += ",pattern=[A-Z]+"
			}
			typ := reflect.TypeFor[string]()
			switch name, _, _ := strings.Cut(tag[1], ","); name {
			case "list":
				typ = reflect.TypeFor[[]struct {
					Description string `json:"description"`
				}]()
			case "set":
				typ = reflect.TypeFor[[]string]()
			case "map":
				typ = reflect.TypeFor[map[string]string]()
			case "box":
				typ = reflect.TypeFor[[]float64]()
			}
			_, err := eval.SpecOfType(reflect.StructOf([]reflect.StructField{
				{Name: "Kept", Type: reflect.TypeFor[string]()},
				{Name: "Field", Type: typ, Tag: reflect.StructTag("eval:" + strconv.Quote(tag[1]))},
			}))
			assert.NoError(t, err, tag[1])
			tags++
		}
	}
	assert.Greater(t, tags, 20)
}

// goTest runs go test in the current folder, as a module that has the repository in its place.
func goTest(t *testing.T, repository string, args []string) {
	t.Helper()
	if !effort.Long() {
		return
	}
	mod := "module example.com/service\n\ngo 1.25\n\nrequire github.com/extracteval/extracteval v0.0.0\n\nreplace github.com/extracteval/extracteval => " + repository + "\n"
	require.NoError(t, os.WriteFile("go.mod", []byte(mod), 0o666))
	sum, err := os.ReadFile(filepath.Join(repository, "go.sum"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("go.sum", sum, 0o666))
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "CI=", "GITHUB_ACTIONS=")
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, string(out))
	assert.Contains(t, string(out), "TestInvoices: 2 cases: 2 pass")
}

// The skill for coding assistants has the head that they read, and names commands and flags that there are.
func TestSkill(t *testing.T) {
	text, err := os.ReadFile("../../../examples/skill/SKILL.md")
	require.NoError(t, err)
	head, body, found := strings.Cut(strings.TrimPrefix(string(text), "---\n"), "\n---\n")
	require.True(t, found)
	var skill struct{ Name, Description string }
	require.NoError(t, yaml.Unmarshal([]byte(head), &skill))
	assert.Equal(t, "extracteval", skill.Name)
	assert.NotEmpty(t, skill.Description)
	assert.LessOrEqual(t, len(skill.Description), 1024)
	calls := regexp.MustCompile("`evalreport ([a-z]+)(?: (-[a-z]+))?").FindAllStringSubmatch(body, -1)
	assert.Greater(t, len(calls), 7)
	all := (&cli{}).completed()
	for _, call := range calls {
		if call[1] == "help" {
			continue
		}
		i := slices.IndexFunc(all, func(cmd shell.Completed) bool { return cmd.Name == call[1] })
		if assert.GreaterOrEqual(t, i, 0, call[0]) && call[2] != "" {
			assert.NotNil(t, all[i].Flags.Lookup(call[2][1:]), call[0])
		}
	}
}
