// npm run bench -- oracle [PAGES]: compares the parser with parse5 over the sample pages: same text, same links.
import { readFileSync } from 'node:fs';

import { decodeText } from '../src/page/text/decode.ts';
import { oracleReading, ourReading } from '../test/corpus/oracle.ts';
import { openSample } from './quality/sample.ts';
import { report } from './report.ts';

const pages = openSample();
const differing = { text: [] as string[], links: [] as string[] };
for (const page of pages) {
  const html = decodeText(readFileSync(page.file), 'text/html', true).text;
  const ours = ourReading(html);
  const oracle = oracleReading(html);
  if (ours.text !== oracle.text) differing.text.push(page.id);
  if (ours.links.join('\n') !== oracle.links.join('\n')) differing.links.push(page.id);
}
await report('oracle', [
  { name: 'pages', value: pages.length, unit: '' },
  { name: 'pages whose text differs', value: differing.text.length, unit: '', wanted: { below: 1 } },
  { name: 'pages whose links differ', value: differing.links.length, unit: '', wanted: { below: 1 } },
]);
for (const [what, ids] of Object.entries(differing)) {
  if (ids.length > 0) process.stdout.write(`${what}: ${ids.slice(0, 20).join(' ')}\n`);
}
