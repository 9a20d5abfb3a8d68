package judge

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

func FuzzReadVerdict(f *testing.F) {
	f.Add(`{"similarity":0.5,"reason":"x"}`)
	f.Add("```json\n{\"similarity\":1e400}\n```")
	f.Add(`{"similarity":-0}`)
	f.Fuzz(func(t *testing.T, content string) {
		all, err := readVerdicts(content, 1)
		if err != nil && all == nil {
			return
		}
		if err != nil || len(all) != 1 || !(all[0].Similarity >= 0 && all[0].Similarity <= 1) {
			t.Fatalf("%+v, %v", all, err)
		}
	})
}

func FuzzCosine(f *testing.F) {
	f.Add(1.0, 0.0, 0.5, 0.5)
	f.Add(5e-324, 0.0, 1.7e308, -1.7e308)
	f.Add(math.Inf(1), 0.0, math.NaN(), 1.0)
	f.Fuzz(func(t *testing.T, a, b, c, d float64) {
		s, err := cosine([]float64{a, b}, []float64{c, d})
		if err == nil && !(s >= 0 && s <= 1) {
			t.Fatal(s)
		}
		other, otherErr := cosine([]float64{c, d}, []float64{a, b})
		if (err == nil) != (otherErr == nil) || math.Abs(s-other) > 1e-12 {
			t.Fatalf("%v %v, the other way round %v %v", s, err, other, otherErr)
		}
	})
}

// Whatever stands in a file, it is a verdict in range or an error.
func FuzzReplay(f *testing.F) {
	f.Add(`{"schema":"extracteval/judge/v1","request":{"kind":"chat","model":"m","got":"a","want":"b"},"similarity":0.5}`)
	f.Add(`{"similarity":null}`)
	r := request{Kind: Chat, Model: "m", Got: "a", Want: "b"}
	f.Fuzz(func(t *testing.T, content string) {
		dir := recordings(t.TempDir())
		file, err := dir.file(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		v, err := dir.replay(r)
		if err == nil && !(v.Similarity >= 0 && v.Similarity <= 1) {
			t.Fatal(v)
		}
		other := r
		other.Got = "c"
		if _, err := dir.replay(other); err == nil {
			t.Fatal("a verdict on another pair")
		}
		if _, err := os.Stat(filepath.Dir(file)); err != nil {
			t.Fatal(err)
		}
	})
}
