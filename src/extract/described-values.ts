import type { FoundValue } from '../domain/pages/extraction.ts';
import type { Fact, PageDescription } from './facts/description/fact.ts';
import type { Method } from './facts/method.ts';
import type { PageFacts } from './facts/page-facts.ts';
import type { Mapping } from './page-data/map-entity.ts';
import { belongsToField, valuesOfSubject } from './page-data/page-data.ts';
import type { Field } from './schema/field.ts';
import { coerce } from './values/coerce.ts';
import { foldText } from './words/words.ts';

/** Minimum confidence of a value without the weak mark. */
const minStrongConfidence = 0.6;
const maxQuoteLength = 300;
/** Minimum confidence of a title: with less, the methods that know what else a schema asks for find a better one. */
const minTitle = 0.86;

/** Returns true if a field can ask for a fact, by its kind and its words: the "source" of a text is not always its site. */
const canAskFor: Readonly<Record<keyof PageDescription, (field: Field) => boolean>> = {
  title: ({ kind }) => kind === 'title',
  author: () => true,
  published: ({ kind }) => kind === 'date',
  modified: ({ kind }) => kind === 'date',
  language: ({ words }) => words.join() === 'language',
  siteName: ({ words }) => words.includes('site') || words.includes('website'),
};

/** Returns the name of the fact that a field of the page itself asks for, or null. */
function factNameOf(field: Field, mapping: Mapping): keyof PageDescription | null {
  if (field.structure !== 'scalar' || field.context.length > 0) return null;
  const name = mapping.concepts(field)[0]?.fact ?? null;
  return name !== null && canAskFor[name](field) ? name : null;
}

/** Types of things with a language of their own, which is not that of the page about them. */
const spokenType =
  /^(?:Book|Audiobook|Movie|TV\w*|Course|CourseInstance|Podcast\w*|VideoGame|MobileApplication|SoftwareApplication|WebApplication)$/;

/** Returns true if the `language` of a schema is that of a thing that the page describes, such as a book. */
function isOfThing(name: keyof PageDescription, page: PageFacts): boolean {
  return (
    name === 'language' &&
    page
      .entities()
      .described.some(({ types, depth }) => depth === 0 && types.some((one) => spokenType.test(one)))
  );
}

/**
 * Returns true if only the description of the page answers a field of a schema that the page's own data suggest. The name
 * of a thing on the page, such as a product, may be another than the title of the page.
 */
export function isOnlyDescribed(field: Field, page: PageFacts, mapping: Mapping): boolean {
  const name = factNameOf(field, mapping);
  if (name !== null && isOfThing(name, page)) return false;
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

/** Facts that an item of the page has, too: a recipe has its own name and author on the page about it. */
const factsOfItems: ReadonlySet<keyof PageDescription> = new Set(['title', 'author']);

/**
 * Creates the method that answers fields about the page itself with its description: title, author, dates, language, site.
 * The title and author of an item that the schema asks about are left to the page's data. With `isAlone`, no other method
 * looks for a better title, or for the language of something else.
 */
export function createDescribedValues(mapping: Mapping, isAlone: boolean): Method {
  return {
    name: 'page_data',
    find(fields, page) {
      const ofItem = isAlone ? [] : valuesOfSubject(fields, page, mapping);
      return fields.flatMap((field) => {
        const name = factNameOf(field, mapping);
        if (name === null || isOfThing(name, page) || (name === 'language' && !isAlone)) return [];
        const fact = page.description()[name]();
        const own = factsOfItems.has(name) ? ofItem.find((value) => belongsToField(value, field)) : undefined;
        // The same value is better as the page shows it.
        if (own !== undefined && foldText(String(own.value)) !== foldText(fact?.value ?? '')) return [];
        const isDoubtful = name === 'title' && !isAlone && (fact?.confidence ?? 0) < minTitle;
        return fact === null || isDoubtful ? [] : (toFoundValue(field, fact, page, mapping) ?? []);
      });
    },
  };
}

/**
 * Replaces a language that the page's data state for a field of a schema by that of the page. A language under a label can
 * be that of something else, such as a course, and so can a field for which nothing was found.
 */
export function preferPageLanguage(
  fields: readonly Field[],
  values: readonly FoundValue[],
  page: PageFacts,
  mapping: Mapping,
): FoundValue[] {
  const field = fields.find((one) => factNameOf(one, mapping) === 'language');
  if (field === undefined || isOfThing('language', page)) return [...values];
  const current = values.find(({ pointer }) => pointer === field.pointer);
  if (current === undefined || current.evidence.source === 'visible') return [...values];
  const fact = page.description().language();
  const value = fact === null ? null : toFoundValue(field, fact, page, mapping);
  return value === null ? [...values] : [...values.filter((one) => one !== current), value];
}
