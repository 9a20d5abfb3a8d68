package compare_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/testdata/effort"
)

// Pairs of characters that OCR confuses in Japanese.
var misread = []rune("田由田申未末土士日曰日目大太大犬木本石右佐左工王山出小少井丼千干人入力刀水氷鈴鉛藤膝橋僑業菜電雷東束京亰川州社杜会合限眼株抹店庄商高作昨製裂所折建健設役機磯運連輸輪食良品晶産座")

// Companies of the ordinary kind, composed of a name, a trade and a legal form.
func companies() []string {
	names := strings.Fields("山田 田中 佐藤 鈴木 高橋 伊藤 渡辺 中村 小林 加藤 吉田 山本 松本 井上 木村 林 清水 山崎 池田 橋本 山口 石川 小川 前田 岡田 長谷川 東京 大阪 横浜 日本 三和 大和 北海 中央")
	trades := strings.Fields("商店 商事 工業 製作所 建設 電機 運輸 食品 不動産 産業 印刷 設計事務所 システム サービス エンジニアリング")
	var all []string
	for _, name := range names {
		for _, trade := range trades {
			all = append(all, "株式会社 "+name+trade, name+trade+" 有限会社")
		}
	}
	return all
}

// One wrong character of a company's name is another company, and the way that it is
// set is not.
func TestFuzzyJapaneseCompanies(t *testing.T) {
	effort.OneGoroutine(t)
	letters := compare.Fuzzy{Threshold: compare.DefaultFuzzyThreshold}
	match := func(rule compare.Comparator, got, want string) bool {
		c, err := rule.Compare(t.Context(), text(t, got), text(t, want))
		require.NoError(t, err)
		return c.Match
	}
	r := rand.New(rand.NewPCG(1, 2))
	all := companies()
	var wrong, underLetters, underDefault int
	for i, name := range all {
		for _, same := range []string{strings.ReplaceAll(name, " ", ""), strings.ReplaceAll(name, " ", "\n"), strings.ReplaceAll(name, " ", "\u3000"), " " + name} {
			assert.True(t, match(compare.Fuzzy{}, same, name), "%q is %q", same, name)
		}
		others := []string{ // next door
			strings.Replace(name, string([]rune(strings.ReplaceAll(name, "株式会社 ", ""))[:1]), "西", 1),
			all[(i+2*len(strings.Fields("商店 商事 工業 製作所 建設 電機 運輸 食品 不動産 産業 印刷 設計事務所 システム サービス エンジニアリング")))%len(all)],
		}
		for range 2 {
			if other := misreadOne(r, name); other != name {
				others = append(others, other)
			}
		}
		for _, other := range others {
			wrong++
			if match(letters, other, name) {
				underLetters++
			}
			if match(compare.Fuzzy{}, other, name) {
				underDefault++
			}
		}
	}
	t.Logf("%d names that are wrong: %.1f %% pass at %v, %.1f %% by default", wrong,
		100*float64(underLetters)/float64(wrong), letters.Threshold, 100*float64(underDefault)/float64(wrong))
	assert.Greater(t, wrong, 3_500)
	assert.Greater(t, underLetters, wrong/2, "the threshold for letters is no good here")
	assert.LessOrEqual(t, underDefault, wrong/500)
}

func misreadOne(r *rand.Rand, name string) string {
	runes := []rune(name)
	var places []int
	for i, c := range runes {
		if strings.ContainsRune(string(misread), c) {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return name
	}
	at := places[r.IntN(len(places))]
	for i, c := range misread {
		if c == runes[at] {
			runes[at] = misread[i^1]
			break
		}
	}
	return string(runes)
}

func text(t *testing.T, s string) document.Value {
	t.Helper()
	quoted, err := json.Marshal(s)
	require.NoError(t, err)
	return parse(t, string(quoted))
}

func TestFuzzyThresholdOfCJK(t *testing.T) {
	nineteen := "当社は明治三十年の創業以来食品を扱う者"
	twenty := nineteen + "だ"
	require.Len(t, []rune(twenty), 20)
	change := func(s string) string { return "弊" + strings.TrimPrefix(s, "当") }
	for _, tt := range []struct {
		name, got, want string
		rule            compare.Fuzzy
		match           bool
	}{
		{"one of five", "山田商占五", "山田商店五", compare.Fuzzy{}, false},
		{"one of eight", "株式会社山由商店", "株式会社山田商店", compare.Fuzzy{}, false},
		{"one of nineteen", change(nineteen), nineteen, compare.Fuzzy{}, false},
		{"one of twenty", change(twenty), twenty, compare.Fuzzy{}, true},
		{"a threshold that is stated counts", "株式会社山由商店", "株式会社山田商店", compare.Fuzzy{Threshold: 0.85}, true},
		{"kana", "エンジニアリンク", "エンジニアリング", compare.Fuzzy{}, false},
		{"half of it letters", "山田商店 abcc", "山田商店 abcd", compare.Fuzzy{}, false},
		{"mostly letters", "Yamada Tradimg 山田", "Yamada Trading 山田", compare.Fuzzy{}, true},
		{"letters", "Northwind Tradors", "Northwind Traders", compare.Fuzzy{}, true},
		{"Korean letters are syllables with spaces", "주식회사 한국 전자 산업 개발원", "주식회사 한국 전자 산업 개발윈", compare.Fuzzy{}, true},
		{"Chinese", "北京市朝阳区建国门外大街", "北京市朝阳区建国门内大街", compare.Fuzzy{}, false},
		{"width", "ﾔﾏﾀﾞ商店", "ヤマダ商店", compare.Fuzzy{}, true},
		{"width, verbatim", "ﾔﾏﾀﾞ商店", "ヤマダ商店", compare.Fuzzy{Verbatim: true}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := tt.rule.Compare(t.Context(), text(t, tt.got), text(t, tt.want))
			require.NoError(t, err)
			assert.Equal(t, tt.match, c.Match, "%v", c.Similarity)
			assert.Equal(t, tt.match, c.Score > 0)
		})
	}
}
