package internal_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// garble returns a value with a typing mistake. With misread it makes two mistakes in
// three of ten cases, uses look-alike letters, and adds the mistakes of readers: a moved
// decimal point, day and month exchanged, a name cut off.
func garble(random *rand.Rand, value any, misread bool) (any, bool) {
	number, isNumber := value.(json.Number)
	text, _ := value.(string)
	if isNumber {
		text = number.String()
	}
	mistakes := 1
	if misread && random.IntN(10) < 3 {
		mistakes = 2
	}
	_, err := time.Parse(time.DateOnly, text)
	isDay := err == nil
	for range attempts {
		garbled := text
		for range mistakes {
			switch {
			case misread && isNumber && random.IntN(4) == 0:
				garbled = movedPoint(random, garbled)
			case misread && isDay && random.IntN(4) == 0:
				garbled = garbled[:5] + garbled[8:] + "-" + garbled[5:7]
			case misread && !isNumber && !isDay && random.IntN(6) == 0:
				garbled = cutOff(garbled)
			default:
				garbled = slip(random, garbled, misread && !isNumber && !isDay)
			}
			if isDay && len(garbled) != len(text) { // not a day any more
				break
			}
		}
		switch _, err := time.Parse(time.DateOnly, garbled); {
		case isNumber && !numberPattern.MatchString(garbled), isDay && err != nil, strings.TrimSpace(garbled) == "":
			continue
		case isNumber:
			return json.Number(garbled), true
		default:
			return garbled, true
		}
	}
	return nil, false
}

var numberPattern = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// movedPoint moves the decimal point by one to three places.
func movedPoint(random *rand.Rand, number string) string {
	whole, decimals, _ := strings.Cut(number, ".")
	digits, point := whole+decimals, len(whole)
	point += oneOf(random, []int{-3, -2, -1, 1, 2})
	for point > len(digits) {
		digits += "0"
	}
	if point < 1 {
		return number
	}
	return strings.TrimSuffix(digits[:point]+"."+digits[point:], ".")
}

// cutOff leaves out the last word.
func cutOff(text string) string {
	if i := strings.LastIndex(strings.TrimSpace(text), " "); i > 0 {
		return text[:i]
	}
	return text
}

// slip makes a mistake at one letter or digit.
func slip(random *rand.Rand, text string, alike bool) string {
	if alike && random.IntN(2) == 0 {
		if pair := lookAlikes[random.IntN(len(lookAlikes))]; strings.Contains(text, pair[0]) {
			return strings.Replace(text, pair[0], pair[1], 1)
		}
	}
	letters := []rune(text)
	i := random.IntN(len(letters))
	if !unicode.IsLetter(letters[i]) && !unicode.IsDigit(letters[i]) {
		return text
	}
	switch random.IntN(5) {
	case 0: // left out
		return string(slices.Delete(letters, i, i+1))
	case 1: // doubled
		return string(slices.Insert(letters, i, letters[i]))
	case 2: // exchanged with its neighbour
		if i+1 < len(letters) {
			letters[i], letters[i+1] = letters[i+1], letters[i]
		}
	default: // another one
		if unicode.IsDigit(letters[i]) {
			letters[i] = rune('0' + random.IntN(10))
		} else {
			letters[i] = rune('a' + random.IntN(26))
		}
	}
	return string(letters)
}

// lookAlikes are pairs of letters that OCR confuses, collected from practice.
var lookAlikes = [][2]string{
	{"0", "O"}, {"O", "0"}, {"1", "l"}, {"l", "1"}, {"1", "I"}, {"I", "l"}, {"5", "S"}, {"S", "5"}, {"8", "B"}, {"B", "8"},
	{"2", "Z"}, {"6", "G"}, {"rn", "m"}, {"m", "rn"}, {"cl", "d"}, {"vv", "w"}, {"ü", "u"}, {"é", "e"}, {"ä", "a"}, {"ö", "o"},
	{"c", "e"}, {"e", "c"}, {"h", "b"}, {"u", "n"}, {"3", "8"}, {"8", "3"}, {"1", "7"}, {"4", "9"}, {"6", "5"}, {"fi", "fl"},
}
