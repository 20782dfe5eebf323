// npm run bench -- everyday [--half seen|unseen|blind|fresh] [--translated] [--verbose]: values of everyday pages of many
// programs, with the schema that a user would write, without a language model. Rules are developed on the seen half and judged
// on the other halves. The errors of the unseen half were read meanwhile, and those of every second blind page by name, from
// the first on; those of the other blind pages and of the fresh pages were not. `--translated`, not for the fresh pages: the
// fields have names in another language than the page, given by somebody who saw neither the pages nor their labels.
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
for (const half of requestedHalves([
  'seen',
  'unseen',
  'blind',
  ...(isTranslated ? [] : ['fresh' as const]),
])) {
  const judgements = readExpectedPages('everyday', half)
    .map((page) => (isTranslated ? translatePage(half, page) : page))
    .flatMap((page) => judgePage(page, readData(page)));
  if (process.argv.includes('--verbose')) listMisses(half, judgements);
  figures.push(...figuresOf(isTranslated ? `${half}, translated` : half, judgements, wantedShare));
}
await report('everyday', figures);
