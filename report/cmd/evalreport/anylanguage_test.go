package main

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const anyLanguage = "../../../examples/anylanguage"

// TestReadmeOfAnyLanguage runs the commands that the README of examples/anylanguage quotes, and looks for what else it quotes in
// the files.
func TestReadmeOfAnyLanguage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the README has paths as other systems print them")
	}
	text, err := os.ReadFile(filepath.Join(anyLanguage, "README.md"))
	require.NoError(t, err)
	blocks, _ := quoted(string(text))
	commands := 0
	for _, block := range blocks {
		for part := range strings.SplitSeq(block, "\n\n$ ") {
			line, want, _ := strings.Cut(strings.TrimPrefix(part, "$ "), "\n")
			if !strings.HasPrefix(line, "evalreport ") {
				continue
			}
			commands++
			got := cmp.Or(printed(anyLanguage, line), refused(anyLanguage, line))
			if end, cut := strings.CutPrefix(want, "…\n"); cut {
				assert.True(t, strings.HasSuffix(got, "\n"+end), "%s", got)
			} else {
				assert.Equal(t, want, got)
			}
		}
	}
	assert.Equal(t, 11, commands)
	for _, name := range []string{"answers.jsonl", "answers.csv", "gates.yaml", "tools/cells.jsonl", "../test_extract.py"} {
		file, err := os.ReadFile(filepath.Join(anyLanguage, "testdata", name))
		require.NoError(t, err)
		found := slices.ContainsFunc(blocks, func(block string) bool {
			quote, _, _ := strings.Cut(block, "\n\n$ ")
			return !slices.ContainsFunc(strings.Split(strings.TrimSpace(quote), "\n"), func(line string) bool { return !strings.Contains(string(file), line+"\n") })
		})
		assert.True(t, found, "the README quotes %s", name)
	}
}

// refused returns what a command prints as its error.
func refused(dir, line string) string {
	words := strings.Fields(line)
	cmd := exec.Command(words[0], words[1:]...)
	var message bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &message
	_ = cmd.Run() // it fails
	return message.String()
}

// The commands of jq that score prints make documents of the responses of services.
func TestResponsesOfServices(t *testing.T) {
	needs(t, "jq", "sh")
	services, err := filepath.Abs(filepath.Join(anyLanguage, "testdata/tools/services"))
	require.NoError(t, err)
	for name, document := range map[string]string{
		"textract-expense":  `{"INVOICE_RECEIPT_ID": "INV-7", "TOTAL": "$1,234.50", "Order": "PO 12", "lines": [{"ITEM": "Paper", "PRICE": "1,234.50"}]}`,
		"textract-id":       `{"FIRST_NAME": "GARCIA", "DATE_OF_BIRTH": "1978-03-18T00:00:00"}`,
		"textract-document": `{"Invoice No.": "INV-7", "Paid": "NOT_SELECTED", "total": "1,234.50", "What is the tax?": null}`,
		"documentai":        `{"invoice_id": "INV-7", "invoice_date": "2024-03-08", "total_amount": 1234.5, "line_item": [{"description": "Paper", "amount": "1234.5"}]}`,
		"azure": `{"InvoiceId": "INV-7", "InvoiceDate": "2024-03-08", "InvoiceTotal": 1234.5, "Paid": false, "VendorAddress": "1 High St, Bath",
			"PurchaseOrder": null, "Items": [{"Description": "Paper", "Quantity": 0}]}`,
	} {
		dir := t.TempDir()
		response, err := os.ReadFile(filepath.Join(services, name+".json"))
		require.NoError(t, err)
		require.NoError(t, os.Mkdir(filepath.Join(dir, "got"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "got/inv-7.json"), response, 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "want.jsonl"), []byte(`{"id": "inv-7", "want": {"total": 1234.5}}`), 0o644))
		for _, answers := range []string{"got", "got/inv-7.json"} {
			message := refused(dir, "evalreport score -dir= want.jsonl "+answers)
			_, command, found := strings.Cut(message, "\n")
			require.True(t, found, message)
			cmd := exec.Command("sh", "-c", command)
			cmd.Dir = dir
			output, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s\n%s", message, output)
			plain, err := os.ReadFile(filepath.Join(dir, "plain.jsonl"))
			require.NoError(t, err)
			assert.JSONEq(t, `{"id": "inv-7", "got": `+document+`}`, string(plain), "%s of %s", answers, name)
		}
	}
}

// The script gives the answers that are kept, from the texts of the corpus.
func TestTheScriptOfAnyLanguage(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skipf("there is no Python: %v", err)
	}
	texts, err := filepath.Glob("../../../testdata/invoices/en-*.input.txt")
	require.NoError(t, err)
	require.Len(t, texts, 15)
	for file, flags := range map[string][]string{"answers.jsonl": nil, "answers.csv": {"-csv"}} {
		kept, err := os.ReadFile(filepath.Join(anyLanguage, "testdata", file))
		require.NoError(t, err)
		args := append([]string{filepath.Join(anyLanguage, "extract.py")}, append(flags, texts...)...)
		got, err := exec.Command(python, args...).Output()
		require.NoError(t, err)
		assert.Equal(t, string(kept), string(got))
	}
}

// The test of pytest fails with the sentence that the README quotes. Without pytest its function is called.
func TestThePytestOfAnyLanguage(t *testing.T) {
	needs(t, "python3")
	text, err := os.ReadFile(filepath.Join(anyLanguage, "README.md"))
	require.NoError(t, err)
	const failure = "    E       AssertionError: "
	_, rest, found := strings.Cut(string(text), failure)
	require.True(t, found)
	sentence, _, _ := strings.Cut(rest, "\n")
	args := []string{"-m", "pytest", "-q", "-p", "no:cacheprovider", "test_extract.py"}
	if exec.Command("python3", "-c", "import pytest").Run() != nil {
		args = []string{"-c", "import test_extract; test_extract.test_extract()"}
	}
	cmd := exec.Command("python3", append([]string{"-B"}, args...)...)
	cmd.Dir = anyLanguage
	output, err := cmd.CombinedOutput()
	require.ErrorAs(t, err, new(*exec.ExitError))
	assert.Contains(t, string(output), "AssertionError: "+sentence+"\n")
}
