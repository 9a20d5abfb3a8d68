// Package regression is an example: a service that asks a model for amounts, dates
// and e-mail addresses with their places in the document, and the regression set
// that it is tested on. No network and no key are needed: [Model] stands for the
// model, [Noisy] makes it as fickle as one.
//
// README.md has the commands.
package regression
