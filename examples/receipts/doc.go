// Package receipts shows what to do with truths in mixed notations: people who label
// receipts type what they see, 03/04/2024 and 1.889, and an extractor answers
// 2024-04-03 and 1889. Its README tells the story; its tests hold every number of it.
package receipts
