import type { Json } from '../../domain/pages/extraction.ts';
import { conceptsOf } from '../words/concepts.ts';
import { foldText } from '../words/words.ts';
import type { FieldKind, FieldType } from './field.ts';

/** Properties of a field that decide its kind. */
export interface FieldKindSource {
  words: readonly string[];
  description: string;
  types: readonly FieldType[];
  format: string | null;
  choices: readonly Json[] | null;
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

/** Derives the kind of a field from its format or choices, else from its name, else from its description. */
export function kindOf({ words, description, types, format, choices }: FieldKindSource): FieldKind {
  if (types.length === 1 && types[0] === 'boolean') return 'yes_no';
  if (choices !== null) return 'choice';
  const formatKind = format === null ? undefined : kindByFormat[format];
  const concepts = conceptsOf(words);
  if (formatKind === 'url') return concepts.some((concept) => concept.kind === 'image') ? 'image' : 'url';
  if (formatKind !== undefined) return formatKind;
  const matching = concepts.find((concept) => canHaveType(concept.kind, types));
  if (matching !== undefined) return matching.kind === 'choice' ? 'text' : matching.kind;
  for (const text of [words.join(' '), foldText(description)]) {
    const kind = kindsByWord.find(([expression]) => expression.test(text))?.[1];
    if (kind !== undefined && canHaveType(kind, types)) return kind;
  }
  return types.includes('string') || types.length === 0 ? 'text' : 'number';
}
