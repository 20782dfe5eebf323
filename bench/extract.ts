// npm run bench -- extract [worst]: number of found and correct values of the samples, by method and field, and the
// cost of a page. With `worst`, lists every wrong value.
import { judgeValues } from './extract/grounding.ts';
import { learnLists, learnSites } from './extract/learned.ts';
import { askRecipes, type RecipeScore } from './extract/recipes.ts';
import { type KnownPage, recipePages, swdePages, withSample } from './extract/samples.ts';
import { type Answer, askAll, rightAtPrecision, tally } from './extract/zero-shot.ts';
import { type Figure, quantile, report } from './report.ts';

const listsWrong = process.argv.includes('worst');
const percent = (share: number) => 100 * share;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function recipeFigures(scores: readonly RecipeScore[], ms: readonly number[]): Figure[] {
  const figures: Figure[] = [];
  const wanted: Record<string, number> = { title: 97, author: 97, total_time: 97, yields: 97, ratings: 97 };
  for (const field of [...new Set(scores.map((score) => score.field))]) {
    const known = scores.filter((one) => one.field === field && one.score !== null);
    for (const method of ['page_data', 'heuristic']) {
      const own = known.filter((one) => one.method === method);
      if (own.length < 5) continue;
      figures.push({
        name: `recipes, ${field}, by ${method} (${own.length} of ${known.length})`,
        value: percent(mean(own.map((one) => one.score as number))),
        unit: '%',
        ...(method === 'page_data' && wanted[field] !== undefined && { wanted: { atLeast: wanted[field] } }),
      });
    }
  }
  figures.push({
    name: 'recipes, extraction a page, median',
    value: quantile(ms, 0.5),
    unit: 'ms',
    wanted: { below: 15 },
  });
  if (listsWrong) {
    for (const one of scores.filter(({ score }) => score !== null && score < 0.9)) {
      console.log(
        [
          'recipe',
          one.page.id,
          one.field,
          one.method ?? '-',
          JSON.stringify(one.found)?.slice(0, 150),
          '≠',
          JSON.stringify(one.wanted).slice(0, 150),
        ].join(' '),
      );
    }
  }
  return figures;
}

function swdeFigures(answers: readonly Answer[], ms: readonly number[]): Figure[] {
  const isExact = (answer: Answer) => answer.isExact;
  const isLenient = (answer: Answer) => answer.isLenient;
  const exact = tally(answers, isExact);
  const lenient = tally(answers, isLenient);
  const strong = tally(answers, isLenient, (value) => value.evidence.weak !== true);
  const figures: Figure[] = [
    { name: 'swde without learning, exact F1', value: percent(exact.f1), unit: '%' },
    {
      name: 'swde without learning, lenient F1',
      value: percent(lenient.f1),
      unit: '%',
      wanted: { atLeast: 85 },
    },
    { name: 'swde, lenient precision', value: percent(lenient.precision), unit: '%' },
    { name: 'swde, lenient precision without weak values', value: percent(strong.precision), unit: '%' },
    { name: 'swde, lenient recall without weak values', value: percent(strong.recall), unit: '%' },
    {
      name: 'swde, right at 90 % precision',
      value: percent(rightAtPrecision(answers, 0.9)),
      unit: '% of all',
      wanted: { atLeast: 80 },
    },
    { name: 'swde, wrong values among all', value: percent(lenient.wrongRate), unit: '%' },
    { name: 'swde, extraction a page, median', value: quantile(ms, 0.5), unit: 'ms', wanted: { below: 30 } },
  ];
  for (const kind of new Set(answers.map(({ page }) => page.kind))) {
    const own = answers.filter(({ page }) => page.kind === kind);
    figures.push({ name: `swde, ${kind}, lenient F1`, value: percent(tally(own, isLenient).f1), unit: '%' });
  }
  if (listsWrong) {
    for (const one of answers.filter(
      ({ isLenient: right, wanted, value }) => !right && (wanted !== null || value !== null),
    )) {
      const { value } = one;
      console.log(
        [
          one.page.id,
          one.field,
          JSON.stringify(value?.value)?.slice(0, 80),
          value?.confidence.toFixed(2),
          value?.evidence.locator.slice(-70),
          '≠',
          JSON.stringify(one.wanted)?.slice(0, 80),
        ].join(' '),
      );
    }
  }
  return figures;
}

/** Measures selectors learned from other pages of the same site, by page and field. */
function selectorFigures(swdePages: readonly KnownPage[], recipePages: readonly KnownPage[]): Figure[] {
  const two = learnSites(swdePages, 2);
  const one = learnSites(swdePages, 1);
  const figures: Figure[] = [
    { name: 'selectors, swde, learned from 1 page, F1', value: percent(one.f1), unit: '%' },
    {
      name: 'selectors, swde, learned from 2 pages, F1',
      value: percent(two.f1),
      unit: '%',
      wanted: { atLeast: 97.5 },
    },
    {
      name: `selectors, on ${two.foreignAsked} foreign pages nothing`,
      value: percent(1 - two.foreignAnswered / two.foreignAsked),
      unit: '%',
      wanted: { atLeast: 99 },
    },
    { name: 'selectors, learning and asking one value', value: two.msPerVote, unit: 'ms' },
  ];
  for (const [field, atLeast] of [
    ['ingredients', 94],
    ['instructions_list', 90],
  ] as const) {
    const { pages, answered, ofAnswered, ofAll } = learnLists(recipePages, field, (line) => {
      if (listsWrong) console.log('list', line);
    });
    const name = `selectors, ${field}, F1`;
    figures.push(
      {
        name: `${name} where they are sure (${answered} of ${pages})`,
        value: percent(ofAnswered),
        unit: '%',
        wanted: { atLeast },
      },
      { name: `${name} of all`, value: percent(ofAll), unit: '%' },
    );
  }
  return figures;
}

function groundingFigures(pages: readonly KnownPage[]): Figure[] {
  const { own, foreignLong, foreignShort } = judgeValues(pages);
  return [
    {
      name: 'grounding, true values found on their page',
      value: percent(own),
      unit: '%',
      wanted: { atLeast: 99 },
    },
    {
      name: 'grounding, foreign texts of 12 and more believed',
      value: percent(foreignLong),
      unit: '%',
      wanted: { below: 1 },
    },
    {
      name: 'grounding, foreign short values believed',
      value: percent(foreignShort),
      unit: '%',
      wanted: { below: 10 },
    },
  ];
}

const known = {
  recipes: withSample('recipes', recipePages),
  swde: withSample('swde', swdePages),
};
if (known.recipes === null || known.swde === null)
  process.stdout.write('There are no samples beside this checkout.\n');
else {
  const recipes = askRecipes(known.recipes);
  const swde = askAll(known.swde);
  await report('extract', [
    ...swdeFigures(swde.answers, swde.ms),
    ...recipeFigures(recipes.scores, recipes.ms),
    ...selectorFigures(known.swde, known.recipes),
    ...groundingFigures(known.swde),
  ]);
}
