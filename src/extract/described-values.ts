import type { FoundValue } from '../domain/pages/extraction.ts';
import type { Fact, PageDescription } from './facts/description/fact.ts';
import type { Method } from './facts/method.ts';
import type { PageFacts } from './facts/page-facts.ts';
import type { Mapping } from './page-data/map-entity.ts';
import type { Field } from './schema/field.ts';
import { coerce } from './values/coerce.ts';

/** Minimum confidence of a value without the weak mark. */
const minStrongConfidence = 0.6;
const maxQuoteLength = 300;
/** Minimum confidence of a title: with less, the methods that know what else a schema asks for find a better one. */
const minTitle = 0.86;

/** Returns the name of the fact that a field of the page itself asks for, or null. */
function factNameOf(field: Field, mapping: Mapping): keyof PageDescription | null {
  if (field.structure !== 'scalar' || field.context.length > 0) return null;
  const name = mapping.concepts(field)[0]?.fact ?? null;
  if (name === 'title') return field.kind === 'title' ? name : null;
  return name === null || name === 'author' || field.kind === 'date' ? name : null;
}

/**
 * Returns true if only the description of the page answers a field of a schema that the page's own data suggest. The name
 * of a thing on the page, such as a product, may be another than the title of the page.
 */
export function isOnlyDescribed(field: Field, mapping: Mapping): boolean {
  const name = factNameOf(field, mapping);
  return name === 'title' ? !field.words.includes('name') : name !== null;
}

function toFoundValue(field: Field, fact: Fact, page: PageFacts, mapping: Mapping): FoundValue | null {
  const value = coerce(field, fact.value, 'machine', mapping.parseContext);
  if (value === null) return null;
  const isShown = fact.node >= 0;
  return {
    pointer: field.pointer,
    value,
    evidence: {
      method: isShown ? 'heuristic' : 'page_data',
      source: fact.source,
      locator: isShown ? `${page.locatorOf(fact.node)} (${fact.reason})` : fact.reason,
      quote: (isShown ? page.textOf(fact.node) || fact.value : fact.value).slice(0, maxQuoteLength),
      ...(fact.confidence < minStrongConfidence && { weak: true as const }),
    },
    isGrounded: isShown || mapping.isShown(field, value),
    confidence: fact.confidence,
    node: fact.node,
  };
}

/**
 * Creates the method that answers fields about the page itself with its description: title, author, dates. With `isAlone`,
 * no other method looks for a better title.
 */
export function createDescribedValues(mapping: Mapping, isAlone: boolean): Method {
  return {
    name: 'page_data',
    find: (fields, page) =>
      fields.flatMap((field) => {
        const name = factNameOf(field, mapping);
        const fact = name === null ? null : page.description()[name]();
        const isDoubtful = name === 'title' && !isAlone && (fact?.confidence ?? 0) < minTitle;
        return fact === null || isDoubtful ? [] : (toFoundValue(field, fact, page, mapping) ?? []);
      }),
  };
}
