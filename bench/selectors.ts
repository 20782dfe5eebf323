// npm run bench -- selectors [worst]: selectors that were taught the true values of 1, 2 and 5 pages of a site, by site
// and field. With `worst`, lists every wrong value.
import { f1Of, type LearnedAnswer, learnSites } from './extract/learned.ts';
import { swdePages, withSample } from './extract/samples.ts';
import { type Figure, report } from './report.ts';

const listsWrong = process.argv.includes('worst');
const counts = [
  [1, 96],
  [2, 98],
  [5, 99],
] as const;

function listWrong(count: number, answers: readonly LearnedAnswer[]): void {
  for (const { site, field, page, taughtBy, wanted, given, isRight } of answers) {
    if (isRight || (given === null && wanted.length === 0)) continue;
    const taught = taughtBy.map((id) => id.slice(site.length + 1)).join('+');
    console.log(count, site, field, page.slice(site.length + 1), `taught by ${taught}:`, given, '≠', wanted);
  }
}

function figuresOf(count: number, atLeast: number, answers: readonly LearnedAnswer[]): Figure[] {
  const percent = (own: readonly LearnedAnswer[]) => 100 * f1Of(own);
  const rules = Map.groupBy(answers, ({ site, field }) => `${site}, ${field}`);
  const imperfect = [...rules].filter(([, own]) => f1Of(own) < 0.995);
  return [
    {
      name: `selectors taught the true values, after ${count} ${count === 1 ? 'page' : 'pages'}, F1`,
      value: percent(answers),
      unit: '%',
      wanted: { atLeast },
    },
    ...imperfect.map(
      ([name, own]): Figure => ({ name: `  ${count}: ${name}`, value: percent(own), unit: '%' }),
    ),
  ];
}

const figures = withSample('swde', (folder) => {
  const pages = swdePages(folder);
  return counts.flatMap(([count, atLeast]) => {
    const { answers } = learnSites(pages, count);
    if (listsWrong) listWrong(count, answers);
    return figuresOf(count, atLeast, answers);
  });
});
if (figures === null) process.stdout.write('There are no samples beside this checkout.\n');
else await report('selectors', figures);
