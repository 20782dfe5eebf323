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

/** What a field in words asks for. */
export function wishOf(name: string): Wish {
  const words = wordsOf(name);
  const matcher = createNameMatcher(name);
  const kind = kindOf({ words: [...words], description: '', types: ['string'], format: null, choices: null });
  const told =
    kind === 'text' && /^(?:number|count|amount) of\b|\b(?:count|quantity)$/i.test(name) ? 'number' : kind;
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
