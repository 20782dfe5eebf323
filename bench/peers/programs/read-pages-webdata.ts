// Reads the main content of pages with this project: `read-pages-webdata.ts MANIFEST OUTPUT`, with the input and the
// output of read_pages.py. Each page is read with weights trained without its site (bench/quality/folds).
import { createWriteStream, readFileSync } from 'node:fs';
import { readWeights } from '../../../src/page/main/forest/weights.ts';
import { readHtml } from '../../../src/page/read/read-html.ts';
import { pageJob } from '../../quality/page-job.ts';
import { folds } from '../../quality/sample.ts';

interface Job {
  id: string;
  file: string;
  url: string;
  fold: number;
}

const [manifest = '', output = ''] = process.argv.slice(2);
const weights = Array.from({ length: folds }, (_, fold) =>
  readWeights(readFileSync(new URL(`../../quality/folds/fold-${fold}.bin`, import.meta.url))),
);
const results = createWriteStream(output);
let pages = 0;
for (const line of readFileSync(manifest, 'utf8').split('\n').filter(Boolean)) {
  const { id, file, url, fold } = JSON.parse(line) as Job;
  const html = readFileSync(file, 'utf8');
  let content = '';
  let error: string | null = null;
  const since = process.cpuUsage();
  try {
    content = readHtml(html, pageJob(url), { weights: weights[fold] }).markdown;
  } catch (failure) {
    error = String(failure).slice(0, 300);
  }
  const { user, system } = process.cpuUsage(since);
  results.write(`${JSON.stringify({ id, form: 'markdown', content, ms: (user + system) / 1000, error })}\n`);
  pages += 1;
}
results.end(() => process.stdout.write(`${JSON.stringify({ pages })}\n`));
process.stdin.on('end', () => process.exit(0)).resume();
