// node bench/quality/export-confidence.ts PAGES OUT: writes the training data of calibrate.py, one JSON object per page with
// a complete reference: the expected F1 of the selection by weights trained without the page's site, its word F1, and the
// word F1 of the larger candidate. PAGES is a folder with the unpacked archives.
import { readFileSync, writeFileSync } from 'node:fs';
import { hasFewWords, largerContent } from '../../src/page/main/fallback.ts';
import { readWeights } from '../../src/page/main/forest/weights.ts';
import { selectContent } from '../../src/page/main/select-content.ts';
import { findBody, prepareCandidates } from '../../src/page/main-content.ts';
import { toMarkdown } from '../../src/page/markdown.ts';
import { findVisibleContent } from '../../src/page/outcome/visible-content.ts';
import { parseHtml } from '../../src/page/parse/parse-html.ts';
import { decodeText } from '../../src/page/text/decode.ts';
import { createUrlResolver, findBaseUrl } from '../../src/page/tree/url-resolver.ts';
import { pageJob } from './page-job.ts';
import { folds, type SamplePage, sampleIn } from './sample.ts';
import { textOfMarkdown, wordScore, wordsOf } from './words.ts';

const [pagesFolder = '', out = ''] = process.argv.slice(2);
const weights = Array.from({ length: folds }, (_, fold) =>
  readWeights(readFileSync(new URL(`./folds/fold-${fold}.bin`, import.meta.url))),
);

function exportPage(page: SamplePage): string | null {
  const { url } = pageJob(page.url);
  const tree = parseHtml(decodeText(readFileSync(page.file), 'text/html', true).text);
  const urls = createUrlResolver(findBaseUrl(tree, url), url);
  const { panels, ...shown } = findVisibleContent(tree, findBody(tree));
  const { body, visible, selectable, rules, candidates } = prepareCandidates({
    tree,
    ...shown,
    panels,
  });
  const fold = weights[page.fold];
  if (candidates === null || fold === undefined || candidates.leaves.count === 0) return null;
  const { leaves } = candidates;
  const {
    kind,
    expected,
    content: selected,
  } = selectContent(candidates, { flow: selectable, body, url, panels }, fold);
  const options = { selected, rules, visible, body };
  const larger = largerContent(tree, leaves, options);
  const f1Of = ({ roots, flow }: typeof selected): number =>
    wordScore(wordsOf(textOfMarkdown(toMarkdown({ tree, flow, urls, roots }))), wordsOf(page.wanted)).f1;
  return JSON.stringify({
    id: page.id,
    collection: page.collection,
    fold: page.fold,
    kind,
    expected,
    hasFewWords: hasFewWords(tree, leaves, options),
    f1: f1Of(selected),
    f1OfLarger: f1Of(larger),
  });
}

const lines: string[] = [];
for (const page of sampleIn(pagesFolder)) {
  const line = page.wanted.trim() === '' ? null : exportPage(page);
  if (line !== null) lines.push(line);
}
writeFileSync(out, `${lines.join('\n')}\n`);
