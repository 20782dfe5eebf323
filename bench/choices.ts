// npm run bench -- choices: values of pages in ten languages for a field with English choices, beside the lists of phrases
// alone. The values were written down before the first measurement; null: none of the choices is meant.
import { readFileSync } from 'node:fs';
import { findRelatedChoice } from '../src/extract/values/related-choice.ts';
import { findChoice, findContainedChoice } from '../src/extract/words/phrases.ts';
import { type Figure, report } from './report.ts';

interface Known {
  choices: string[];
  /** The choice that each value means. */
  values: Record<string, string | null>;
}

const sets = JSON.parse(readFileSync(new URL('everyday/choices.json', import.meta.url), 'utf8')) as Known[];
const byPhrases = (text: string, choices: string[]) =>
  findChoice(text, choices) ?? findContainedChoice(text, choices);
const ways = {
  'by phrases': byPhrases,
  'by meaning as well': (text: string, choices: string[]) =>
    byPhrases(text, choices) ?? findRelatedChoice(text, choices),
};
const figures: Figure[] = [];
for (const [name, find] of Object.entries(ways)) {
  const answers = sets.flatMap(({ choices, values }) =>
    Object.entries(values).map(([text, wanted]) => ({ wanted, got: find(text, choices) })),
  );
  const meant = answers.filter(({ wanted }) => wanted !== null);
  const right = meant.filter(({ wanted, got }) => got === wanted).length;
  const wrong = answers.filter(({ wanted, got }) => got !== null && got !== wanted).length;
  figures.push(
    { name: `${name}, right (of ${meant.length})`, value: right, unit: 'values' },
    { name: `${name}, wrong (of ${answers.length})`, value: wrong, unit: 'values' },
  );
}
await report('choices', figures);
