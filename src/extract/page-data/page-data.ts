import type { FoundValue } from '../../domain/extraction.ts';
import type { Concept } from '../concepts.ts';
import type { Field } from '../field.ts';
import type { PageView } from '../page-view.ts';
import type { Method } from '../value.ts';
import { folded, wordsOf } from '../words.ts';
import { embeddedValues } from './embedded.ts';
import { type Entity, entitiesOf } from './entity.ts';
import { type Mapping, mapField } from './map-entity.ts';

/** Types that describe the site or a part of every page, not what the page is about. */
const surroundings =
  /^(?:WebSite|Organization|NewsMediaOrganization|BreadcrumbList|ListItem|ImageObject|SearchAction|ReadAction|EntryPoint|SiteNavigationElement|WPHeader|WPFooter|WPSideBar|Person|Brand|ContactPoint|PropertyValueSpecification|Comment)$/;
const pageTypes = /^(?:WebPage|ItemPage|CollectionPage|AboutPage|ContactPage|QAPage|ProfilePage)$/;
/** Parts of a thing; what they say is found through it. */
const parts =
  /^(?:Offer|AggregateOffer|AggregateRating|Rating|Review|HowToStep|HowToSection|NutritionInformation|PostalAddress|QuantitativeValue|MonetaryAmount|PriceSpecification|UnitPriceSpecification|Place|VideoObject|Question|Answer)$/;

/** Fields that the head may answer though it does not show them. */
const headKinds: ReadonlySet<string> = new Set([
  'date',
  'image',
  'url',
  'long_text',
  'currency',
  'money',
  'person',
]);

interface Ranked {
  entity: Entity;
  values: FoundValue[];
  score: number;
}

function nameOf(entity: Entity): string {
  const { name, headline, title } = entity.properties;
  const text = name ?? headline ?? title;
  return typeof text === 'string' ? folded(text) : '';
}

/** How much an entity is what the page is about. */
function aboutness(entity: Entity, page: PageView, wanted: ReadonlySet<string>): number {
  const isType = (expression: RegExp) => entity.types.every((type) => expression.test(type));
  let score = -0.6 * entity.depth;
  if (isType(surroundings)) score -= 2.5;
  else if (isType(pageTypes)) score -= 0.8;
  else if (isType(parts)) score -= 1.5;
  if (entity.types.some((type) => wordsOf(type).every((word) => wanted.has(word)))) score += 3;
  const name = nameOf(entity);
  if (name.length > 2 && folded(page.metadata.title ?? '').includes(name)) score += 1;
  return score;
}

function ranked(
  page: PageView,
  entities: readonly Entity[],
  fields: readonly Field[],
  mapping: Mapping,
): Ranked[] {
  const wanted = new Set(fields.flatMap((field) => field.context.flat()));
  return entities
    .map((entity): Ranked => {
      const values = fields.flatMap((field) => mapField(entity, field, mapping));
      const answered = fields.filter((field) => values.some((value) => isOf(value, field))).length;
      const shown = fields.filter((field) =>
        values.some((value) => isOf(value, field) && value.isGrounded),
      ).length;
      return { entity, values, score: answered + 0.5 * shown + aboutness(entity, page, wanted) };
    })
    .filter(({ values }) => values.length > 0)
    .sort((one, other) => other.score - one.score);
}

/** Whether a value belongs to a field. */
export function isOf(value: FoundValue, field: Field): boolean {
  return field.structure === 'scalar'
    ? value.pointer === field.pointer
    : value.pointer.startsWith(`${field.pointer}/`);
}

/** The entries of a list in a row, where some were left out. */
function closedUp(field: Field, values: readonly FoundValue[]): FoundValue[] {
  if (field.structure !== 'list') return [...values];
  return values.map((value, index) => ({ ...value, pointer: `${field.pointer}/${index}` }));
}

/** Entities that may complete the best one: of a type with it, or about the page as a whole. */
function completes(entity: Entity, best: Entity): boolean {
  if (entity.types.some((type) => best.types.includes(type)))
    return nameOf(entity) === '' || nameOf(best) === '' || nameOf(entity) === nameOf(best);
  return entity.depth === 0 && !entity.types.every((type) => surroundings.test(type) || parts.test(type));
}

/** Values that the page itself states for machines: schema.org in three notations, meta tags, embedded state. */
export function createPageData(mappingOf: (page: PageView) => Mapping): Method {
  return {
    name: 'page_data',
    find(fields, page) {
      const mapping = mappingOf(page);
      const { described, head } = entitiesOf(page);
      const order = ranked(page, described, fields, mapping);
      const found: FoundValue[] = [];
      const open = new Set(fields);
      const take = (values: readonly FoundValue[], accept: (field: Field, value: FoundValue) => boolean) => {
        for (const field of open) {
          const own = values.filter((value) => isOf(value, field) && accept(field, value));
          if (own.length === 0) continue;
          found.push(...closedUp(field, own));
          open.delete(field);
        }
      };
      const [best, ...others] = order;
      if (best !== undefined && best.score > 0) {
        take(best.values, () => true);
        for (const { entity, values } of others) if (completes(entity, best.entity)) take(values, () => true);
      }
      if (open.size > 0) take(embeddedValues(page, [...open], mapping), () => true);
      const said = [...open].flatMap((field) => mapField(head, field, mapping));
      // What the head calls the page goes by the site's name too: its headings know better.
      take(said, (field, value) => field.kind !== 'title' && (value.isGrounded || headKinds.has(field.kind)));
      return found;
    },
  };
}

/** Concepts of a field, made once a field. */
export function rememberedConcepts(
  find: (field: Field) => readonly Concept[],
): (field: Field) => readonly Concept[] {
  const known = new Map<string, readonly Concept[]>();
  return (field) => {
    const key = `${field.pointer}\0${field.name}`;
    let concepts = known.get(key);
    if (concepts === undefined) {
      concepts = find(field);
      known.set(key, concepts);
    }
    return concepts;
  };
}
