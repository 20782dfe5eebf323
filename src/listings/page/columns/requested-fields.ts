import type { Field, FieldKind } from '../../../extract/schema/field.ts';
import { kindOf } from '../../../extract/schema/field-kind.ts';
import { wordsOf } from '../../../extract/words/words.ts';
import { createNameMatcher, type NameMatcher } from './name-matcher.ts';

/** A requested field. */
export interface RequestedField {
  name: string;
  kind: FieldKind;
  matcher: NameMatcher;
  /** Field for comparing values with the page. */
  field: Field;
}

const urlWords = new Set(['url', 'urls', 'link', 'links', 'href', 'permalink']);
const imageWords = new Set(['image', 'photo', 'picture', 'thumbnail', 'logo']);

/** Last words of names that ask for what tells a thing apart: `docket_number`, `file_no`. */
const identifierWords = new Set(['number', 'no', 'nr', 'nummer', 'id', 'code', 'reference', 'ref']);

/** Returns the kind that the form of a name states: a link to something is a link. */
function getKindFromName(name: string, words: readonly string[]): FieldKind | null {
  const last = words.at(-1) ?? '';
  if (words.some((word) => imageWords.has(word)) && !/count|number|alt|caption/i.test(name)) return 'image';
  if (urlWords.has(last) || /^(?:link|url) (?:to|of)\b/i.test(name)) return 'url';
  if (/^(?:number|count) of\b/i.test(name) || /^(?:count|quantity)$/.test(last)) return 'number';
  if (/^\p{L}+(?:ed|en|ld) (?:on|at)$/iu.test(name)) return 'date';
  if (/^\p{L}+(?:ed|en|ld) by$/iu.test(name)) return 'person';
  return null;
}

/** Creates a requested field from its name in words. */
export function createRequestedField(name: string): RequestedField {
  const words = wordsOf(name);
  const matcher = createNameMatcher(name);
  const kind = kindOf({
    words: [...words],
    description: '',
    types: ['string'],
    format: null,
    choices: null,
    examples: [],
  });
  const named = getKindFromName(name, words) ?? kind;
  const finalKind = named === 'text' && identifierWords.has(words.at(-1) ?? '') ? 'identifier' : named;
  const field: Field = {
    pointer: `/${name}`,
    name,
    words,
    context: [],
    description: '',
    examples: [],
    structure: 'scalar',
    types:
      finalKind === 'money' || finalKind === 'rating' || finalKind === 'number'
        ? ['number', 'string']
        : ['string'],
    kind: finalKind,
    format: null,
    choices: null,
    pattern: null,
    isRequired: false,
    isNullable: true,
    maxItems: null,
    fields: [],
  };
  return { name, kind: finalKind, matcher, field };
}

/** Last words of names that ask for the name of a thing. */
const nameWords = new Set(['name', 'title']);

/** Returns true if a name asks for the name of a thing that is no known part of records: `case_name`, `meeting_title`. */
function namesThing({ kind, field, matcher }: RequestedField): boolean {
  const { words } = field;
  return (
    kind === 'text' && words.length === 2 && nameWords.has(words[1] ?? '') && matcher.concepts.length === 0
  );
}

const titleMatcher = createNameMatcher('title');
/** Score of a column that is named as a title, for a field that asks for the name of the records. */
const titleScore = 0.9;

/** Returns a matcher that accepts what pages call the titles of records, besides the own name. */
function withTitles(own: NameMatcher): NameMatcher {
  return { ...own, score: (name) => Math.max(own.score(name), titleMatcher.score(name) * titleScore) };
}

/** Returns true if a name is the word with which those of other fields start: `meeting` beside `meeting_date`. */
function namesRecord({ kind, field, matcher }: RequestedField, others: readonly RequestedField[]): boolean {
  const [word] = field.words;
  return (
    kind === 'text' &&
    field.words.length === 1 &&
    matcher.concepts.length === 0 &&
    others.some(({ field: { words } }) => words.length > 1 && words[0] === word)
  );
}

/**
 * Returns the fields with the one that names the records as their title, if none asks for a title: the rows of a list of cases
 * have a `case_name`, or a `case` and a `case_date`. With several such names, as of two teams, none is the name of the records.
 */
export function withRecordName<One extends RequestedField>(fields: readonly One[]): One[] {
  const things = fields.filter(namesThing);
  const names = things.length > 0 ? things : fields.filter((one) => namesRecord(one, fields));
  const [name] = names;
  if (name === undefined || names.length > 1 || fields.some(({ kind }) => kind === 'title'))
    return [...fields];
  return fields.map((one) =>
    one === name
      ? { ...one, kind: 'title', field: { ...one.field, kind: 'title' }, matcher: withTitles(one.matcher) }
      : one,
  );
}
