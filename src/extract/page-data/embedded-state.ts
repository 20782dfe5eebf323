import type { FoundValue } from '../../domain/pages/extraction.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { readAttributeData } from '../../page/structured-data/page-data.ts';
import type { Entity } from '../facts/entity.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { type Concept, labelPhrase } from '../schema/concepts.ts';
import type { Field } from '../schema/field.ts';
import { foldText, wordsOf } from '../words/words.ts';
import { type Mapping, mapField } from './map-entity.ts';

/** Maximum number of objects of embedded state that are visited, and that are mapped in full. */
const maxObjects = 30_000;
const maxAttempted = 40;
const maxDepth = 25;
/** Minimum length of a name by which the head of the page identifies an object. */
const minNameLength = 4;

interface Candidate {
  entity: Entity;
  /** Number of property names that match a field. */
  matchCount: number;
}

function scalarNames(object: Record<string, unknown>): number {
  return Object.keys(object).length;
}

/** Returns the states in scripts, and those in attributes as `attribute_1`, `attribute_2`. */
export function embeddedStates(page: PageFacts): Record<string, unknown> {
  const states: Record<string, unknown> = { ...page.structured().embedded };
  readAttributeData(page.tree).forEach((value, index) => {
    states[`attribute_${index + 1}`] = value;
  });
  return states;
}

/** Returns the objects of the embedded state in page order. */
function collectObjects(page: PageFacts): Entity[] {
  const entities: Entity[] = [];
  const pending: { value: unknown; path: string; depth: number }[] = Object.entries(embeddedStates(page))
    .reverse()
    .map(([name, value]) => ({ value, path: `embedded.${name}`, depth: 0 }));
  let steps = 0;
  for (let at = pending.pop(); at !== undefined && steps++ < maxObjects; at = pending.pop()) {
    const { value, path, depth } = at;
    if (typeof value !== 'object' || value === null || depth > maxDepth) continue;
    if (Array.isArray(value)) {
      for (let index = Math.min(value.length, 500) - 1; index >= 0; index--) {
        pending.push({ value: value[index], path: `${path}[${index}]`, depth: depth + 1 });
      }
      continue;
    }
    const object = value as Record<string, unknown>;
    if (scalarNames(object) > 0)
      entities.push({ types: [], properties: object, source: 'json', path, depth });
    const names = Object.keys(object);
    for (let index = Math.min(names.length, 500) - 1; index >= 0; index--) {
      const name = itemAt(names, index);
      pending.push({ value: object[name], path: `${path}.${name}`, depth: depth + 1 });
    }
  }
  return entities;
}

/** Converts a price in cents if the page shows it in units of the currency. */
function convertCents(field: Field, value: FoundValue, mapping: Mapping): FoundValue {
  if (value.isGrounded || field.kind !== 'money' || typeof value.value !== 'number') return value;
  const full = value.value / 100;
  return Number.isInteger(value.value) && mapping.isShown(field, full)
    ? { ...value, value: full, isGrounded: true, confidence: 0.9 }
    : value;
}

/**
 * Returns the scalar values of the embedded object of which the page shows the most. Embedded state contains much that
 * is not on the page, so only visible values count; for more than one field at least two are required.
 */
export function findEmbeddedValues(
  page: PageFacts,
  fields: readonly Field[],
  mapping: Mapping,
): FoundValue[] {
  const names = new Set(
    fields
      .flatMap((field) => [field.name, ...mapping.concepts(field).flatMap((concept) => concept.keys)])
      .map((name) => name.replace(/\..*/, '').toLowerCase()),
  );
  const candidates: Candidate[] = collectObjects(page)
    .map(
      (entity): Candidate => ({
        entity,
        matchCount: Object.keys(entity.properties).filter((name) => names.has(name.toLowerCase())).length,
      }),
    )
    .filter(({ matchCount }) => matchCount > 0)
    .sort((one, other) => other.matchCount - one.matchCount || one.entity.depth - other.entity.depth)
    .slice(0, maxAttempted);
  let best: FoundValue[] = [];
  const scalars = fields.filter(({ structure }) => structure === 'scalar');
  const titles = headTitles(page);
  for (const { entity } of candidates) {
    if (isOtherSubject(entity, titles)) continue;
    const values = scalars.flatMap((field) => {
      const mapped = mapField(entity, field, mapping).map((value) => convertCents(field, value, mapping));
      return mapped.filter((value) => value.isGrounded && !isOwnLabel(value, mapping.concepts(field)));
    });
    if (values.length > best.length) best = values;
  }
  if (countPointers(best) >= Math.min(2, fields.length)) return withoutTitles(fields, best);
  return findUnshownSubject(page, candidates, fields, mapping);
}

/** Removes titles: programs store short forms of them, and the page shows its own title in a heading. */
function withoutTitles(fields: readonly Field[], values: readonly FoundValue[]): FoundValue[] {
  const titles = new Set(fields.filter(({ kind }) => kind === 'title').map(({ pointer }) => pointer));
  return values.filter(({ pointer }) => !titles.has(pointer));
}

function countPointers(values: readonly FoundValue[]): number {
  return new Set(values.map((value) => value.pointer)).size;
}

function nameOf({ properties: { title, name, headline } }: Entity): string {
  const text = title ?? name ?? headline;
  return typeof text === 'string' ? foldText(text) : '';
}

function headTitles({ metadata }: PageFacts): string[] {
  return [metadata.og_title, metadata.title].flatMap((title) =>
    typeof title === 'string' && title !== '' ? [foldText(title)] : [],
  );
}

/** Returns true if an object has a title that the head of the page does not state: it is another record, such as a related one. */
function isOtherSubject({ properties: { title, headline } }: Entity, titles: readonly string[]): boolean {
  const text = title ?? headline;
  const own = typeof text === 'string' ? foldText(text) : '';
  if (own.length < minNameLength || titles.length === 0) return false;
  return !titles.some((one) => one.includes(own) || own.includes(one));
}

/**
 * Returns the values of the object that the head names as the subject of the page, if the page shows not even its name:
 * scripts have not written the page yet. Nothing confirms these values, so that they stay unverified.
 */
function findUnshownSubject(
  page: PageFacts,
  candidates: readonly Candidate[],
  fields: readonly Field[],
  mapping: Mapping,
): FoundValue[] {
  const titles = headTitles(page);
  const subject = candidates.find(({ entity }) => {
    const name = nameOf(entity);
    return (
      name.length >= minNameLength && titles.some((title) => title === name || title.startsWith(`${name} `))
    );
  });
  if (subject === undefined || foldText(page.visibleText()).includes(nameOf(subject.entity))) return [];
  const values = fields.flatMap((field) => mapField(subject.entity, field, mapping));
  return countPointers(values) >= Math.min(2, fields.length) ? values : [];
}

/** Returns true if a value is only the name of its property, as in the translations of a program. */
function isOwnLabel({ value, evidence }: FoundValue, concepts: readonly Concept[]): boolean {
  if (typeof value !== 'string') return false;
  const phrase = labelPhrase(wordsOf(value));
  const names = evidence.locator.split(/[.[\]]/).filter((name) => name !== '' && !/^\d+$/.test(name));
  const property = names.at(-1) ?? '';
  return phrase === labelPhrase(wordsOf(property)) || concepts.some(({ labels }) => labels.includes(phrase));
}
