package shape

import (
	"slices"
	"strings"
	"unicode"
)

// cutOff are the stop reasons of a model that had to end before its answer was complete, in letters alone.
var cutOff = []string{
	"length",                     // OpenAI Chat Completions, Mistral, Ollama, Vercel's AI SDK, Titan of Bedrock: "LENGTH"
	"maxtokens",                  // Anthropic and Bedrock Converse: "max_tokens"; Gemini and Cohere: "MAX_TOKENS"
	"maxoutputtokens",            // OpenAI Responses, incomplete_details.reason: "max_output_tokens"
	"modellength",                // Mistral, when the context is full: "model_length"
	"modelcontextwindowexceeded", // Anthropic and Bedrock Converse: "model_context_window_exceeded"
	"limit",                      // the server of llama.cpp, stop_type
}

// CutOff reports whether the reason why a model stopped means that a limit of tokens cut off its answer. Letters alone count,
// in any case, behind the name of an enumeration: "max_tokens", "MAX_TOKENS", "FinishReason.MAX_TOKENS" and
// "FINISH_REASON_MAX_TOKENS" are one reason. An answer that a filter of contents stopped ("content_filter", "SAFETY") is not
// cut off: no higher limit completes it. An unknown reason does not cut off, nor does "".
//
// Sources: the references of the APIs, for finish_reason and incomplete_details.reason of OpenAI, stop_reason of Anthropic,
// FinishReason of Gemini, finish_reason of Mistral, stopReason and completionReason of Amazon Bedrock, done_reason of Ollama,
// as of 2026.
func CutOff(stop string) bool {
	letters := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, stop)
	for _, enum := range []string{"finishreason", "stopreason"} {
		letters = strings.TrimPrefix(letters, enum)
	}
	return slices.Contains(cutOff, letters)
}
