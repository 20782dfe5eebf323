import type { Json } from '../domain/extraction.ts';
import { conceptsOf } from './concepts.ts';
import type { FieldKind, FieldType } from './field.ts';
import { folded } from './words.ts';

/** What a kind is read from. */
export interface FieldSigns {
  words: readonly string[];
  description: string;
  types: readonly FieldType[];
  format: string | null;
  choices: readonly Json[] | null;
}

const byFormat: Readonly<Record<string, FieldKind>> = {
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

/** Kinds whose values a number can hold. */
const countable: ReadonlySet<FieldKind> = new Set([
  'money',
  'number',
  'rating',
  'duration',
  'date',
  'identifier',
]);

const byWord: readonly [RegExp, FieldKind][] = [
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

function fits(kind: FieldKind, types: readonly FieldType[]): boolean {
  if (types.includes('string') || types.length === 0) return true;
  return types.includes('boolean') ? false : countable.has(kind);
}

/** What a field asks for: its format or choices when they say so, else its name, else words of its description. */
export function kindOf({ words, description, types, format, choices }: FieldSigns): FieldKind {
  if (types.length === 1 && types[0] === 'boolean') return 'yes_no';
  if (choices !== null) return 'choice';
  const formatted = format === null ? undefined : byFormat[format];
  const called = conceptsOf(words);
  if (formatted === 'url') return called.some((concept) => concept.kind === 'image') ? 'image' : 'url';
  if (formatted !== undefined) return formatted;
  const named = called.find((concept) => fits(concept.kind, types));
  if (named !== undefined) return named.kind === 'choice' ? 'text' : named.kind;
  for (const text of [words.join(' '), folded(description)]) {
    const kind = byWord.find(([expression]) => expression.test(text))?.[1];
    if (kind !== undefined && fits(kind, types)) return kind;
  }
  return types.includes('string') || types.length === 0 ? 'text' : 'number';
}
