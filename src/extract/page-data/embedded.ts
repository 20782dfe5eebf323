import type { FoundValue } from '../../domain/extraction.ts';
import type { Field } from '../field.ts';
import type { PageView } from '../page-view.ts';
import type { Entity } from './entity.ts';
import { type Mapping, mapField } from './map-entity.ts';

/** Most objects of embedded state that are looked at, and most that are tried in full. */
const mostObjects = 30_000;
const mostTried = 40;
const maxDepth = 25;

interface Candidate {
  entity: Entity;
  /** Fields whose names it seems to have. */
  promise: number;
}

function scalarNames(object: Record<string, unknown>): number {
  return Object.keys(object).length;
}

/** Objects of the state that hold at least two properties, in page order. */
function objectsOf(page: PageView): Entity[] {
  const found: Entity[] = [];
  const open: { value: unknown; path: string; depth: number }[] = Object.entries(page.structured().embedded)
    .reverse()
    .map(([name, value]) => ({ value, path: `embedded.${name}`, depth: 0 }));
  let steps = 0;
  for (let at = open.pop(); at !== undefined && steps++ < mostObjects; at = open.pop()) {
    const { value, path, depth } = at;
    if (typeof value !== 'object' || value === null || depth > maxDepth) continue;
    if (Array.isArray(value)) {
      for (let index = Math.min(value.length, 500) - 1; index >= 0; index--) {
        open.push({ value: value[index], path: `${path}[${index}]`, depth: depth + 1 });
      }
      continue;
    }
    const object = value as Record<string, unknown>;
    if (scalarNames(object) > 0) found.push({ types: [], properties: object, source: 'json', path, depth });
    const names = Object.keys(object);
    for (let index = Math.min(names.length, 500) - 1; index >= 0; index--) {
      const name = names[index] as string;
      open.push({ value: object[name], path: `${path}.${name}`, depth: depth + 1 });
    }
  }
  return found;
}

/** A price in cents that the page shows in full. */
function inFull(field: Field, value: FoundValue, mapping: Mapping): FoundValue {
  if (value.isGrounded || field.kind !== 'money' || typeof value.value !== 'number') return value;
  const full = value.value / 100;
  return Number.isInteger(value.value) && mapping.isShown(field, full)
    ? { ...value, value: full, isGrounded: true, confidence: 0.9 }
    : value;
}

/**
 * Values of the object of embedded state that the page shows most of. State holds much that is not of this page, so that
 * only what is shown counts, and for more than one field two of them must be.
 */
export function embeddedValues(page: PageView, fields: readonly Field[], mapping: Mapping): FoundValue[] {
  const names = new Set(
    fields
      .flatMap((field) => [field.name, ...mapping.concepts(field).flatMap((concept) => concept.keys)])
      .map((name) => name.replace(/\..*/, '').toLowerCase()),
  );
  const candidates: Candidate[] = objectsOf(page)
    .map((entity) => ({
      entity,
      promise: Object.keys(entity.properties).filter((name) => names.has(name.toLowerCase())).length,
    }))
    .filter(({ promise }) => promise > 0)
    .sort((one, other) => other.promise - one.promise || one.entity.depth - other.entity.depth)
    .slice(0, mostTried);
  let best: FoundValue[] = [];
  for (const { entity } of candidates) {
    const values = fields.flatMap((field) => {
      const mapped = mapField(entity, field, mapping).map((value) => inFull(field, value, mapping));
      return field.structure === 'scalar' ? mapped.filter((value) => value.isGrounded) : mostlyShown(mapped);
    });
    if (values.length > best.length) best = values;
  }
  const answered = new Set(best.map((value) => value.pointer)).size;
  return answered >= Math.min(2, fields.length) ? best : [];
}

function mostlyShown(values: FoundValue[]): FoundValue[] {
  return values.filter((value) => value.isGrounded).length * 2 > values.length ? values : [];
}
