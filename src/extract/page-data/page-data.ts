import type { FoundValue } from '../../domain/pages/extraction.ts';
import type { Entity } from '../facts/entity.ts';
import type { Method } from '../facts/method.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { agreesWithTitles } from '../facts/page-titles.ts';
import type { Concept } from '../schema/concepts.ts';
import type { Field } from '../schema/field.ts';
import { foldText, wordsOf } from '../words/words.ts';
import { findEmbeddedValues } from './embedded-state.ts';
import { type Mapping, mapField } from './map-entity.ts';

/** Types that describe the site or a part of every page, not the subject of the page. */
const surroundingTypes =
  /^(?:WebSite|Organization|NewsMediaOrganization|BreadcrumbList|ListItem|ImageObject|SearchAction|ReadAction|EntryPoint|SiteNavigationElement|WPHeader|WPFooter|WPSideBar|Person|Brand|ContactPoint|PropertyValueSpecification|Comment)$/;
const pageTypes = /^(?:WebPage|ItemPage|CollectionPage|AboutPage|ContactPage|QAPage|ProfilePage)$/;
/** Types of parts of an entity. Their values are read through the enclosing entity. */
const partTypes =
  /^(?:Offer|AggregateOffer|AggregateRating|Rating|Review|HowToStep|HowToSection|NutritionInformation|PostalAddress|QuantitativeValue|MonetaryAmount|PriceSpecification|UnitPriceSpecification|Place|VideoObject|Question|Answer)$/;

/** Kinds of fields that the head may provide even if the page does not show the value. */
const headKinds: ReadonlySet<string> = new Set([
  'date',
  'image',
  'url',
  'long_text',
  'currency',
  'money',
  'person',
]);

interface RankedEntity {
  entity: Entity;
  values: FoundValue[];
  score: number;
  /** True if the entity has a value of a field that only few kinds of entities have, such as a price or an address. */
  hasDetails: boolean;
}

function nameOfEntity(entity: Entity): string {
  const { name, headline, title } = entity.properties;
  const text = name ?? headline ?? title;
  return typeof text === 'string' ? foldText(text) : '';
}

/** Penalty of an entity with a name that the titles of the page do not contain. */
const otherSubjectPenalty = 1;

/** Returns true if an entity has a name that does not agree with the titles of the page. */
function isOfOther(entity: Entity, page: PageFacts): boolean {
  const name = nameOfEntity(entity);
  return name !== '' && !agreesWithTitles(name, page);
}

/** Types of parts with authors and dates of their own. */
const foreignTypes =
  /^(?:Review|Comment|Answer|Rating|AggregateRating|VideoObject|AudioObject|Offer|AggregateOffer|Place)$/;

/** Types of organizations, which publish pages on many subjects. */
const organizationTypes =
  /(?:Organization|Corporation|Business|University|School|Store|Hospital|Agency|Brand|WebSite)$/;

function isOrganization({ types }: Entity): boolean {
  return types.some((type) => organizationTypes.test(type));
}

/** Concepts whose values in a part of the page say nothing about the page itself. */
const pageConcepts: ReadonlySet<string> = new Set([
  'author',
  'date_published',
  'date_posted',
  'date_modified',
]);

/**
 * Returns true if a value of an entity can be one of the page: a name must agree with the titles of the page, unless the
 * schema asks for more that only this entity states, and the author and date of a review or video are not those of the page.
 */
function canBeOfPage(
  field: Field,
  value: FoundValue,
  ranked: RankedEntity,
  page: PageFacts,
  mapping: Mapping,
): boolean {
  if (field.context.length > 0) return true;
  const [concept] = mapping.concepts(field);
  if (concept?.title === 'subject' && field.kind === 'title' && typeof value.value === 'string')
    return ranked.hasDetails || agreesWithTitles(value.value, page, isOrganization(ranked.entity));
  if (!pageConcepts.has(concept?.name ?? '')) return true;
  const { entity } = ranked;
  const isPart = entity.types.every((type) => foreignTypes.test(type) || surroundingTypes.test(type));
  return !isPart || (entity.depth === 0 && nameOfEntity(entity) !== '' && !isOfOther(entity, page));
}

/** Concepts that entities of all kinds have. */
const commonConcepts: ReadonlySet<string> = new Set([
  ...pageConcepts,
  'name',
  'description',
  'image',
  'url',
  'website',
  'publisher',
  'language',
  'keywords',
  'category',
]);

/** Scores the probability that an entity is the subject of the page. */
function scoreSubject(entity: Entity, page: PageFacts, contextWords: ReadonlySet<string>): number {
  const isType = (expression: RegExp) => entity.types.every((type) => expression.test(type));
  let score = -0.6 * entity.depth;
  if (isType(surroundingTypes)) score -= 2.5;
  else if (isType(pageTypes)) score -= 0.8;
  else if (isType(partTypes)) score -= 1.5;
  if (entity.types.some((type) => wordsOf(type).every((word) => contextWords.has(word)))) score += 3;
  const name = nameOfEntity(entity);
  if (name.length > 2 && foldText(page.metadata.title ?? '').includes(name)) score += 1;
  if (isOfOther(entity, page)) score -= otherSubjectPenalty;
  return score;
}

function rankEntities(
  page: PageFacts,
  entities: readonly Entity[],
  fields: readonly Field[],
  mapping: Mapping,
): RankedEntity[] {
  const contextWords = new Set(fields.flatMap((field) => field.context.flat()));
  return entities
    .map((entity): RankedEntity => {
      const values = fields.flatMap((field) => mapField(entity, field, mapping));
      const valueCount = fields.filter((field) =>
        values.some((value) => belongsToField(value, field)),
      ).length;
      const hasDetails = fields.some(
        (field) =>
          !commonConcepts.has(mapping.concepts(field)[0]?.name ?? '') &&
          values.some((value) => belongsToField(value, field)),
      );
      const shownCount = fields.filter((field) =>
        values.some((value) => belongsToField(value, field) && value.isGrounded),
      ).length;
      return {
        entity,
        values,
        hasDetails,
        score: valueCount + 0.5 * shownCount + scoreSubject(entity, page, contextWords),
      };
    })
    .filter(({ values }) => values.length > 0)
    .sort((one, other) => other.score - one.score);
}

/** Returns true if a value belongs to a field. */
export function belongsToField(value: FoundValue, field: Field): boolean {
  return field.structure === 'scalar'
    ? value.pointer === field.pointer
    : value.pointer.startsWith(`${field.pointer}/`);
}

/** Returns true if an item is one of several of its type, such as the products of a list, and no title names it. */
function isOneOfMany({ entity }: RankedEntity, others: readonly RankedEntity[], page: PageFacts): boolean {
  const isRival = (other: RankedEntity) =>
    other.hasDetails &&
    other.entity.types.some((type) => entity.types.includes(type)) &&
    nameOfEntity(other.entity) !== nameOfEntity(entity);
  return isOfOther(entity, page) && others.some(isRival);
}

/**
 * Returns the values of the item that a schema asks about: the best one, if it states a value that few kinds of items have,
 * such as an ingredient or a price.
 */
export function valuesOfSubject(fields: readonly Field[], page: PageFacts, mapping: Mapping): FoundValue[] {
  const [best, ...others] = rankEntities(page, page.entities().described, fields, mapping);
  if (best === undefined || best.score <= 0 || !best.hasDetails || isOneOfMany(best, others, page)) return [];
  return fields.flatMap((field) =>
    best.values.filter(
      (value) => belongsToField(value, field) && canBeOfPage(field, value, best, page, mapping),
    ),
  );
}

/** Renumbers the entries of a list after entries were left out. */
function renumberEntries(field: Field, values: readonly FoundValue[]): FoundValue[] {
  if (field.structure !== 'list') return [...values];
  return values.map((value, index) => ({ ...value, pointer: `${field.pointer}/${index}` }));
}

/**
 * Returns true if an entity may add values to the best one: it has the same type, or describes the page as a
 * whole.
 */
function canComplete(entity: Entity, best: Entity): boolean {
  if (entity.types.some((type) => best.types.includes(type)))
    return (
      nameOfEntity(entity) === '' || nameOfEntity(best) === '' || nameOfEntity(entity) === nameOfEntity(best)
    );
  return (
    entity.depth === 0 && !entity.types.every((type) => surroundingTypes.test(type) || partTypes.test(type))
  );
}

/**
 * Creates the method that reads the page's structured data: JSON-LD, microdata, RDFa, meta tags and embedded
 * state.
 */
export function createPageData(mapping: Mapping): Method {
  return {
    name: 'page_data',
    find(fields, page) {
      const { described, head } = page.entities();
      const ranked = rankEntities(page, described, fields, mapping);
      const foundValues: FoundValue[] = [];
      const open = new Set(fields);
      const addValues = (
        values: readonly FoundValue[],
        accept: (field: Field, value: FoundValue) => boolean,
      ) => {
        for (const field of open) {
          const accepted = values.filter((value) => belongsToField(value, field) && accept(field, value));
          if (accepted.length === 0) continue;
          foundValues.push(...renumberEntries(field, accepted));
          open.delete(field);
        }
      };
      const [best, ...others] = ranked;
      if (best !== undefined && best.score > 0) {
        for (const one of [best, ...others])
          if (one === best || canComplete(one.entity, best.entity))
            addValues(one.values, (field, value) => canBeOfPage(field, value, one, page, mapping));
      }
      if (open.size > 0) addValues(findEmbeddedValues(page, [...open], mapping), () => true);
      const headValues = [...open].flatMap((field) => mapField(head, field, mapping));
      // Titles in the head often include the site's name, so titles are read from headings instead.
      addValues(
        headValues,
        (field, value) => field.kind !== 'title' && (value.isGrounded || headKinds.has(field.kind)),
      );
      return foundValues;
    },
  };
}

/** Caches the concepts of each field. */
export function memoizeConcepts(
  find: (field: Field) => readonly Concept[],
): (field: Field) => readonly Concept[] {
  const cache = new Map<string, readonly Concept[]>();
  return (field) => {
    const key = `${field.pointer}\0${field.name}`;
    let concepts = cache.get(key);
    if (concepts === undefined) {
      concepts = find(field);
      cache.set(key, concepts);
    }
    return concepts;
  };
}
