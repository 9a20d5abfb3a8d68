package packets

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/report"
)

// go test ./examples/packets -splitter headline fails.
var splitter = flag.String("splitter", "letterhead", "how packets are divided: letterhead or headline")

var splitters = map[string]Splitter{"letterhead": Letterhead, "headline": Headline}

// TestPackets is the suite that the mail room runs. Its gate lets 15 of 100 documents be cut.
func TestPackets(t *testing.T) {
	evaltest.Suite[Scan, Packet]{
		File:    "testdata/packets.jsonl",
		Spec:    evaltest.SpecFile(t, "testdata/spec.yaml"),
		Extract: splitters[*splitter].Extract,
		Gate: evaltest.Gate{
			FieldF1: map[string]float64{"packet[].class": 0.70},
			Limits: []evaltest.Limit{
				{Metric: "measure packet over-split", Is: report.AtMost, Value: 0.15},
				{Metric: "measure packet under-split", Is: report.AtMost, Value: 0.30},
			},
		},
	}.Run(t)
}

// TestTheGateFindsASplitterThatCuts runs TestPackets with the other splitter, which finds the letters without a letterhead. One
// limit fails.
func TestTheGateFindsASplitterThatCuts(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs another process")
	}
	binary, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(binary, "-test.run=^TestPackets$", "-test.paniconexit0", "-splitter=headline")
	cmd.Env = append(os.Environ(), "EVALTEST_DIR="+t.TempDir())
	out, err := cmd.CombinedOutput()
	require.Error(t, err, "%s", out)
	const only = "data set TestPackets: measure packet over-split 0.452 is above 0.150, over 12 cases\n"
	assert.Contains(t, string(out), only, "14 of 31 documents have two pages")
	assert.Equal(t, 1, bytes.Count(out, []byte("packets_test.go:")), "no other limit fails: %s", out)
}

type packet struct {
	ID    string                   `json:"id"`
	Input Scan                     `json:"input"`
	Pages []struct{ Image string } `json:"pages"`
	Want  json.RawMessage          `json:"want"`
	Got   *Packet                  `json:"got"`
}

func packets(t *testing.T, file string) (all []packet) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	require.NoError(t, err)
	for line := range bytes.Lines(data) {
		var p packet
		require.NoError(t, json.Unmarshal(line, &p))
		all = append(all, p)
	}
	return all
}

// The README scores the answers of both splitters, which testdata has.
func TestKeptAnswers(t *testing.T) {
	for name, starts := range splitters {
		var answers bytes.Buffer
		for _, p := range packets(t, "packets.jsonl") {
			got, err := starts.Extract(t.Context(), p.Input)
			require.NoError(t, err)
			line, err := json.Marshal(struct {
				ID  string `json:"id"`
				Got Packet `json:"got"`
			}{p.ID, got})
			require.NoError(t, err)
			answers.Write(append(line, '\n'))
		}
		file := filepath.Join("testdata", name+".jsonl")
		if os.Getenv("PACKETS_WRITE") != "" {
			require.NoError(t, os.WriteFile(file, answers.Bytes(), 0o666))
		}
		kept, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(kept), answers.String(), "PACKETS_WRITE=1 writes %s", file)
	}
}

// Each page has its picture, see testdata/draw.
func TestPictures(t *testing.T) {
	for _, p := range packets(t, "packets.jsonl") {
		require.Len(t, p.Pages, len(p.Input.Pages), p.ID)
		for _, page := range p.Pages {
			assert.FileExists(t, filepath.Join("testdata", filepath.FromSlash(page.Image)))
		}
	}
}

func TestMain(m *testing.M) { evaltest.Main(m) }
