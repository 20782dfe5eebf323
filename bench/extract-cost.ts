// npm run bench -- extract-cost [DATA]: processor time of an extraction beside that of the content of the same page, for recipe pages
// below DATA: those on which every asked field was found, and the others. The content includes the metadata, as in a scrape.
import path from 'node:path';
import { extractPage } from '../src/app/threads/extract-page.ts';
import type { ExtractJob, JsonSchema } from '../src/domain/pages/extraction.ts';
import { describePage } from '../src/extract/describe-page.ts';
import { readHtml } from '../src/page/read/read-html.ts';
import { recipePages } from './extract/samples.ts';
import { pageJob } from './quality/page-job.ts';
import { type Figure, quantile, report } from './report.ts';

/** Every third page is read; the first rounds warm the engine. */
const step = 3;
const rounds = 4;
const text: JsonSchema = { type: 'string' };
const schema: JsonSchema = {
  type: 'object',
  properties: { title: text, author: text, total_time: text, ingredients: { type: 'array', items: text } },
};
const job: ExtractJob = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };

/** Returns the result of a function and its processor time in milliseconds. */
function timed<Result>(run: () => Result): { result: Result; ms: number } {
  const start = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(start);
  return { result, ms: (user + system) / 1000 };
}

const folder = process.argv[3] ?? path.join('..', 'shared', 'data');
const pages = recipePages(path.join(folder, 'recipes')).filter((_, at) => at % step === 0);
const costs: { content: number; extraction: number; isComplete: boolean }[] = [];
for (let round = 0; round < rounds; round++) {
  for (const { html, url } of pages) {
    const address = URL.canParse(url) ? url : 'https://page.invalid/';
    const content = timed(() => readHtml(html, pageJob(address), { describe: describePage }));
    const { parsed } = content.result;
    if (parsed === undefined) continue;
    const extraction = timed(() => extractPage(parsed, job));
    if (round < rounds - 1) continue;
    const isComplete = extraction.result.open.length === 0;
    costs.push({ content: content.ms, extraction: extraction.ms, isComplete });
  }
}
const figures = [true, false].flatMap((isComplete): Figure[] => {
  const own = costs.filter((cost) => cost.isComplete === isComplete);
  const name = isComplete ? 'every field found' : 'others';
  return [
    { name: `${name}: pages`, value: own.length, unit: '' },
    {
      name: `${name}: content, median`,
      value: quantile(
        own.map(({ content }) => content),
        0.5,
      ),
      unit: 'ms',
    },
    {
      name: `${name}: extraction, median`,
      value: quantile(
        own.map(({ extraction }) => extraction),
        0.5,
      ),
      unit: 'ms',
      ...(isComplete && { wanted: { below: 3 } }),
    },
  ];
});
await report('extract-cost', figures);
