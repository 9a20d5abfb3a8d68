// Times AgentV's FieldAccuracyGrader, in its own process, on the invoice of
// BenchmarkEvaluate of package eval: nanoseconds a document, the least of 60 short runs.
//
//	npm install @agentv/core && node agentv.mjs
//
// value: the truth is parsed; bytes: it is JSON text.
import { FieldAccuracyGrader } from '@agentv/core';

const text = '{"number":"INV-2024-001","po":"PO-77812","vendor":{"name":"Northwind Traders GmbH","tax_id":"DE000000017"},' +
  '"customer":{"name":"Acme Office Supplies","city":"Springfield"},"date":"2024-03-01","currency":"EUR","total":1889.00,"tax":301.60,' +
  '"note":"30 days net, two percent discount within ten days, goods remain ours until paid in full; please quote the number of this invoice"}';
const exact = ['number', 'po', 'vendor.name', 'vendor.tax_id', 'customer.name', 'customer.city', 'currency'];
const grader = new FieldAccuracyGrader({ config: { name: 'invoice', type: 'field-accuracy', fields: [
  ...exact.map((path) => ({ path, match: 'exact' })),
  { path: 'date', match: 'date' },
  { path: 'total', match: 'numeric_tolerance', tolerance: 0.01 },
  { path: 'tax', match: 'numeric_tolerance', tolerance: 0.01 },
] } });

for (const [name, content] of [['value', JSON.parse(text)], ['bytes', text]]) {
  const document = { evalCase: { expected_output: [{ role: 'assistant', content }] }, candidate: text };
  if (grader.evaluate(document).score !== 1) throw new Error('the answer is the truth, and the score is not 1');
  let least = Infinity;
  for (let run = 0; run < 60; run++) {
    const n = 5000, start = process.hrtime.bigint();
    for (let i = 0; i < n; i++) grader.evaluate(document);
    least = Math.min(least, Number(process.hrtime.bigint() - start) / n);
  }
  console.log(name, Math.round(least));
}
process.exit(0);
