import type { Json } from '../../domain/pages/extraction.ts';
import { isCurrency } from '../../domain/values/currency.ts';
import { foldText } from '../words/words.ts';
import { conceptsOf } from './concepts.ts';
import type { FieldKind, FieldType } from './field.ts';
import { hasKindSign } from './kind-signs.ts';

/** Properties of a field that decide its kind. */
export interface FieldKindSource {
  words: readonly string[];
  description: string;
  types: readonly FieldType[];
  format: string | null;
  choices: readonly Json[] | null;
  examples: readonly string[];
}

const kindByFormat: Readonly<Record<string, FieldKind>> = {
  date: 'date',
  'date-time': 'date',
  time: 'text',
  duration: 'duration',
  email: 'email',
  'idn-email': 'email',
  uri: 'url',
  url: 'url',
  iri: 'url',
  'uri-reference': 'url',
};

/** Kinds whose values can be numbers. */
const numericKinds: ReadonlySet<FieldKind> = new Set([
  'money',
  'number',
  'rating',
  'duration',
  'date',
  'identifier',
]);

const kindsByWord: readonly [RegExp, FieldKind][] = [
  [/\b(?:price|cost|salary|fee|amount|budget|revenue)\b/, 'money'],
  [/\b(?:date|datetime)\b|\b(?:published|updated|created|posted|expires?) ?(?:at|on)?$/, 'date'],
  [/\b(?:duration|runtime)\b|\btime (?:in )?(?:minutes|seconds|hours)\b/, 'duration'],
  [/\b(?:phone|telephone|fax|mobile)\b/, 'phone'],
  [/\be ?mail\b/, 'email'],
  [/\b(?:image|photo|picture|thumbnail|logo)\b/, 'image'],
  [/\b(?:url|link|href|website|homepage)\b/, 'url'],
  [/\b(?:rating|stars)\b/, 'rating'],
  [/\b(?:count|quantity|number of|total)\b/, 'number'],
];

function canHaveType(kind: FieldKind, types: readonly FieldType[]): boolean {
  if (types.includes('string') || types.length === 0) return true;
  return types.includes('boolean') ? false : numericKinds.has(kind);
}

/** Kinds whose values are recognized by their form, with the maximum length of a value that is nothing else. */
const kindsByForm: readonly [FieldKind, RegExp, number][] = [
  ['email', /^[^\s@]{1,64}@[^\s@]{1,190}$/u, 254],
  ['image', /^https?:\/\/\S{1,180}\.(?:jpe?g|png|webp|gif|avif|svg)$/iu, 200],
  ['url', /^(?:https?:\/\/|www\.)\S{1,190}$/iu, 200],
  ['date', /^\d{4}-\d{2}-\d{2}(?:[T ].{0,20})?$/u, 40],
  ['money', /^.{0,20}\d.{0,20}$/u, 20],
  ['duration', /^\d.{0,20}$/u, 20],
  ['phone', /^[+(\d][\d\s().\-/]{6,18}\d$/u, 20],
];

/** Returns the kind of which all examples have the form, or null. */
function kindOfExamples(examples: readonly string[]): FieldKind | null {
  if (examples.length === 0) return null;
  const matching = kindsByForm.find(([kind, form, maxLength]) =>
    examples.every(
      (example) =>
        example.length <= maxLength && form.test(example) && (kind === 'image' || hasKindSign(kind, example)),
    ),
  );
  return matching?.[0] ?? null;
}

/** Returns true for the name of a period, such as `year_2025`, whose figures a field asks for. */
export function namesPeriod({ words, types }: Pick<FieldKindSource, 'words' | 'types'>): boolean {
  return !types.includes('string') && words.some((word) => /^\d+$/.test(word));
}

const isCurrencyCode = (choice: Json) => typeof choice === 'string' && isCurrency(choice);

/** Derives the kind of a field from its format or choices, else from its name, else from its description. */
export function kindOf(source: FieldKindSource): FieldKind {
  const { words, description, types, format, choices, examples } = source;
  if (types.length === 1 && types[0] === 'boolean') return 'yes_no';
  if (choices !== null) return choices.every(isCurrencyCode) ? 'currency' : 'choice';
  const formatKind = format === null ? undefined : kindByFormat[format];
  const concepts = conceptsOf(words).filter(({ kind }) => kind !== 'date' || !namesPeriod(source));
  if (formatKind === 'url') return concepts.some((concept) => concept.kind === 'image') ? 'image' : 'url';
  if (formatKind !== undefined) return formatKind;
  // Words such as "adresse" name a place as well as a URL; a URL that is asked for has its format.
  const named = concepts.filter((concept) => canHaveType(concept.kind, types));
  const matching = named.find(({ kind }) => kind !== 'url') ?? named[0];
  if (matching !== undefined) return matching.kind === 'choice' ? 'text' : matching.kind;
  for (const text of [words.join(' '), foldText(description)]) {
    const kind = kindsByWord.find(([expression]) => expression.test(text))?.[1];
    if (kind !== undefined && canHaveType(kind, types)) return kind;
  }
  if (!types.includes('string') && types.length > 0) return 'number';
  return kindOfExamples(examples) ?? 'text';
}
