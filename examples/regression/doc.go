// Package regression is an example: a service that asks a model for amounts, dates
// and e-mail addresses with their offsets, and its regression set. It needs
// neither network nor key: [Model] simulates the model, [Noisy] adds random
// mistakes.
//
// README.md has the commands.
package regression
