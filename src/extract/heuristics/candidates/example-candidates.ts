import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { Field } from '../../schema/field.ts';

/** Kinds without a form of their own. */
const formlessKinds: ReadonlySet<Field['kind']> = new Set(['text', 'identifier']);
const minFormLength = 4;
const maxFormLength = 40;
const maxLines = 4_000;
const maxLineLength = 200;
/** Strength of a text that alone has the form of an example. */
const formStrength = 0.62;

/** Returns the form of a text: `A` for a capital letter, `a` for another letter, `9` for a digit. */
function formOfText(text: string): string {
  return text
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{Ll}|\p{Lo}/gu, 'a')
    .replace(/\p{Nd}/gu, '9');
}

/** Returns the forms of a field's examples that no other text has by chance: codes such as `QY-1042`. */
function distinctiveForms({ kind, examples }: Field): ReadonlySet<string> {
  const codes = examples.filter(
    (example) =>
      example.length >= minFormLength &&
      example.length <= maxFormLength &&
      !/\s/.test(example) &&
      /\p{Nd}/u.test(example) &&
      /[^\p{Nd}.,]/u.test(example),
  );
  if (!formlessKinds.has(kind) || codes.length < examples.length) return new Set();
  return new Set(codes.map(formOfText));
}

const trimmed = (word: string) => word.replace(/^[([{"'#,;:]+|(?<![)\]}"',;:.])[)\]}"',;:.]+$/gu, '');

/** Returns the text of the page with the form of the field's examples, if there is only one. */
export function exampleCandidates(field: Field, page: PageFacts): Candidate[] {
  const forms = distinctiveForms(field);
  if (forms.size === 0) return [];
  const found = new Map<string, Candidate>();
  for (const { text, element: node } of page.lines().slice(0, maxLines)) {
    if (text.length > maxLineLength || !/\d/.test(text)) continue;
    for (const word of text.split(' ').map(trimmed)) {
      if (found.has(word) || !forms.has(formOfText(word))) continue;
      const evidence = { source: 'visible', reason: 'form', strength: formStrength, fit: 1 } as const;
      found.set(word, { text: word, node, ...evidence });
    }
  }
  return found.size === 1 ? [...found.values()] : [];
}
