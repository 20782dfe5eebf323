// npm run bench -- values [worst]: values of pages without structured data and without labels: what pages of one
// layout teach each other, and recipes without their page data, by field and language.
import { askAbsentFields, type InventedTally } from './extract/absent-fields.ts';
import { type BlindScore, readBlindRecipes } from './extract/blind-recipes.ts';
import { checkLocators } from './extract/provenance.ts';
import { recipeSchema } from './extract/recipes.ts';
import { recipePages, swdePages, withSample } from './extract/samples.ts';
import { learnWithoutLabels, withoutLabels } from './extract/unlabelled.ts';
import { type Answer, tally } from './extract/zero-shot.ts';
import { type Figure, report } from './report.ts';

const listsWrong = process.argv.includes('worst');

/** Names that no table of words contains, so that only the layout can tell what the fields mean. */
const foreignNames: Readonly<Record<string, string>> = {
  author: 'penned_by',
  publisher: 'imprint',
  publication_date: 'print_date',
  director: 'helmed_by',
  team: 'franchise',
  company: 'hiring_firm',
  location: 'workplace_location',
  manufacturer: 'maker_name',
};

function learningFigures(name: string, count: number, answers: readonly Answer[], wanted?: number): Figure {
  if (listsWrong) {
    for (const one of answers.filter(
      ({ isLenient, wanted, value }) => !isLenient && (wanted ?? value) !== null,
    ))
      console.log(
        name,
        count,
        one.page.id,
        one.field,
        JSON.stringify(one.value?.value)?.slice(0, 60),
        one.value?.evidence.method,
        one.value?.evidence.locator.slice(-60),
        '≠',
        JSON.stringify(one.wanted)?.slice(0, 60),
      );
  }
  const { f1 } = tally(answers, ({ isLenient }) => isLenient);
  return {
    name: `${name}, after ${count} pages without labels, lenient F1`,
    value: 100 * f1,
    unit: '%',
    ...(wanted !== undefined && { wanted: { atLeast: wanted } }),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function inventedFigures(name: string, { asked, given, strong }: InventedTally, most: number): Figure[] {
  return [
    { name: `${name} (of ${asked}), returned`, value: given, unit: 'values' },
    {
      name: `${name} (of ${asked}), returned without the weak mark`,
      value: strong,
      unit: 'values',
      wanted: { below: most + 1 },
    },
  ];
}

const recipeGoals: Readonly<Record<string, number>> = {
  title: 88,
  total_time: 85,
  ingredients: 85,
  instructions_list: 75,
};

function listWrongRecipes(name: string, scores: readonly BlindScore[]): void {
  for (const one of scores.filter(({ score }) => (score as number) < 0.5))
    console.log(
      name,
      one.language,
      one.page.id,
      one.field,
      JSON.stringify(one.found)?.slice(0, 100),
      '≠',
      JSON.stringify(one.wanted)?.slice(0, 100),
    );
}

/** Returns the scores by field, and those of the main fields by language. */
function recipeFigures(name: string, scores: readonly BlindScore[]): Figure[] {
  if (listsWrong) listWrongRecipes(name, scores);
  const share = (own: readonly BlindScore[]) => 100 * mean(own.map(({ score }) => score as number));
  const byField = [...Map.groupBy(scores, ({ field }) => field)].map(([field, own]): Figure => {
    const wanted = recipeGoals[field];
    return {
      name: `${name}, ${field} (${own.length})`,
      value: share(own),
      unit: '%',
      ...(wanted !== undefined && { wanted: { atLeast: wanted } }),
    };
  });
  const main = Object.keys(recipeGoals);
  const byLanguage = [
    ...Map.groupBy(
      scores.filter(({ field }) => main.includes(field)),
      ({ language }) => language,
    ),
  ]
    .filter(([, own]) => own.length >= 2 * main.length)
    .map(
      ([language, own]): Figure => ({
        name: `${name}, language ${language} (${own.length / main.length} pages)`,
        value: share(own),
        unit: '%',
        wanted: { atLeast: 65 },
      }),
    );
  return [...byField, ...byLanguage];
}

const figures: Figure[] = [];
withSample('swde', (folder) => {
  const pages = swdePages(folder);
  const some = pages.filter((_, at) => at % 2 === 0);
  const prices = learnWithoutLabels(pages, 0).filter(
    ({ field, wanted }) => field === 'price' && wanted !== null,
  );
  const amount = (text: unknown) => Number(String(text).replace(/[^\d.]/g, ''));
  const right = prices.filter(({ value, wanted }) =>
    wanted?.some((one) => amount(one) === amount(value?.value)),
  );
  figures.push({
    name: `swde, price, amount right (of ${prices.length})`,
    value: (100 * right.length) / prices.length,
    unit: '%',
  });
  const absent = askAbsentFields(some, (line) => listsWrong && console.log(line));
  figures.push(...inventedFigures('swde, far-fetched fields', absent.farFetched, 0));
  figures.push(...inventedFigures('swde, plausible fields that the pages do not have', absent.plausible, 2));
  for (const [count, wanted] of [
    [0, undefined],
    [1, 93],
    [2, 96],
    [5, 98],
  ] as const) {
    figures.push(learningFigures('swde', count, learnWithoutLabels(pages, count), wanted));
    const renamed = learnWithoutLabels(pages, count, (field) => foreignNames[field] ?? field);
    figures.push(learningFigures('swde with unknown names', count, renamed));
    const bare = learnWithoutLabels(pages, count, (field) => field, withoutLabels);
    figures.push(learningFigures('swde, labels removed from the tested pages', count, bare));
  }
});
withSample('recipes', (folder) => {
  const every = recipePages(folder).filter((_, at) => at % 6 === 0);
  const { values, errors } = checkLocators(every, recipeSchema, (line) => listsWrong && console.log(line));
  figures.push({
    name: `recipes, locators of evidence that lead to their quote (of ${values})`,
    value: 100 * (1 - errors / values),
    unit: '%',
    wanted: { atLeast: 100 },
  });
  const judged = (scores: BlindScore[]) => scores.filter(({ score }) => score !== null);
  const pages = recipePages(folder);
  figures.push(...recipeFigures('recipes without page data', judged(readBlindRecipes(pages))));
  figures.push(...recipeFigures('recipes without JSON-LD', judged(readBlindRecipes(pages, 'json_ld'))));
});
await report('values', figures);
