import type { Field, FieldKind } from '../field.ts';
import { kindOf } from '../field-kind.ts';
import { wordsOf } from '../words.ts';
import { createNameMatcher, type NameMatcher } from './name-match.ts';

/** A field as it was asked for. */
export interface Wish {
  name: string;
  kind: FieldKind;
  matcher: NameMatcher;
  /** For comparing values with what pages show. */
  field: Field;
}

const addressWords = new Set(['url', 'urls', 'link', 'links', 'href', 'permalink']);
const pictureWords = new Set(['image', 'photo', 'picture', 'thumbnail', 'logo']);

/** The kind that a name's form tells, whatever the thing in it is: a link to something is a link. */
function toldKind(name: string, words: readonly string[]): FieldKind | null {
  const last = words.at(-1) ?? '';
  if (words.some((word) => pictureWords.has(word)) && !/count|number|alt|caption/i.test(name)) return 'image';
  if (addressWords.has(last) || /^(?:link|url) (?:to|of)\b/i.test(name)) return 'url';
  if (/^(?:number|count) of\b/i.test(name) || /^(?:count|quantity)$/.test(last)) return 'number';
  if (/^\p{L}+(?:ed|en|ld) (?:on|at)$/iu.test(name)) return 'date';
  if (/^\p{L}+(?:ed|en|ld) by$/iu.test(name)) return 'person';
  return null;
}

/** What a field in words asks for. */
export function wishOf(name: string): Wish {
  const words = wordsOf(name);
  const matcher = createNameMatcher(name);
  const kind = kindOf({ words: [...words], description: '', types: ['string'], format: null, choices: null });
  const told = toldKind(name, words) ?? kind;
  const field: Field = {
    pointer: `/${name}`,
    name,
    words,
    context: [],
    description: '',
    structure: 'scalar',
    types: told === 'money' || told === 'rating' || told === 'number' ? ['number', 'string'] : ['string'],
    kind: told,
    format: null,
    choices: null,
    pattern: null,
    isRequired: false,
    isNullable: true,
    maxItems: null,
    fields: [],
  };
  return { name, kind: told, matcher, field };
}
