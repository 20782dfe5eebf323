// npm run bench -- everyday [--half seen|unseen|blind] [--translated] [--verbose]: values of everyday pages of many programs, with the
// schema that a user would write, without a language model. Rules are developed on the seen half and judged on the unseen half.
// The errors of the unseen half were read meanwhile; those of the blind pages were not when they were first judged
// (bench/history/2026-11.md). `--translated`: the fields have names in another language than the page, given by somebody who
// saw neither the pages nor their labels.
import {
  figuresOf,
  judgePage,
  listMisses,
  readData,
  readExpectedPages,
  requestedHalves,
} from './extract/expected-pages.ts';
import { translatePage } from './extract/translate-page.ts';
import { type Figure, report } from './report.ts';

/** Share of right values, in percent. */
const wantedShare = 85;
const isTranslated = process.argv.includes('--translated');
const figures: Figure[] = [];
for (const half of requestedHalves(['seen', 'unseen', 'blind'])) {
  const judgements = readExpectedPages('everyday', half)
    .map((page) => (isTranslated ? translatePage(half, page) : page))
    .flatMap((page) => judgePage(page, readData(page)));
  if (process.argv.includes('--verbose')) listMisses(half, judgements);
  figures.push(...figuresOf(isTranslated ? `${half}, translated` : half, judgements, wantedShare));
}
await report('everyday', figures);
