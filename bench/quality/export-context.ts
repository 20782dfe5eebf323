// node bench/quality/export-context.ts PAGES OUT: reads the probabilities of the first pass (OUT/first.bin) and writes the
// features of the second pass (OUT/context.bin), 32-bit floats per leaf.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { contextFeatureCount } from '../../src/page/main/forest/candidates.ts';
import { fillContext } from '../../src/page/main/forest/context-features.ts';
import { sampleIn } from './sample.ts';
import { sampleCandidates } from './sample-candidates.ts';

const [pagesFolder = '', out = ''] = process.argv.slice(2);
const probabilities = new Float32Array(new Uint8Array(readFileSync(path.join(out, 'first.bin'))).buffer);
const file = openSync(path.join(out, 'context.bin'), 'w');
let first = 0;
for (const page of sampleIn(pagesFolder)) {
  const { found } = sampleCandidates(page);
  const { count } = found.leaves;
  const rows = new Float32Array(count * contextFeatureCount);
  fillContext(found, probabilities.subarray(first, first + count), rows, contextFeatureCount, 0);
  if (count > 0) writeSync(file, new Uint8Array(rows.buffer));
  first += count;
}
closeSync(file);
