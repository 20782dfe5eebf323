import type { Column } from './columns.ts';
import { isFormerPrice, isPlainAmount } from './prices.ts';

/** Maximum number of further places of a field. */
const maxVariants = 3;
/** Maximum share of the records that have values at both places. */
const maxOverlap = 0.05;

/** Returns the last step of a column's path: `span.price` of `/a.card>div>span.price`. */
function lastStepOf(path: string): string {
  return path.split('>').at(-1)?.replace(/^\//, '') ?? path;
}

/** Returns true if a step says more than that it is some element: it has a class or property, or is a heading. */
function isSpecific(step: string): boolean {
  return /[.[]|^h[1-6](?:$|[@ ])/.test(step);
}

/** Returns the path of an image without the class of the image itself: `/a>img@src` of `/a>img.only@src`. */
function placeOfImage(path: string): string {
  const step = lastStepOf(path);
  const dot = step.indexOf('.');
  const at = step.indexOf('@');
  if (dot === -1 || at < dot) return path;
  return path.slice(0, path.length - step.length) + step.slice(0, dot) + step.slice(at);
}

/**
 * Returns the places at which the records without a value of a column have it: in some records a link encloses it, in
 * others not. The last step is the same, and no record has both. A price can stand anywhere: a sale has its own label. An image can have
 * another class at the same place: the only one of a record, and the first of several.
 */
export function findVariantPaths(column: Column, columns: readonly Column[]): string[] {
  const step = lastStepOf(column.path);
  const isAmount = column.type === 'money' && isPlainAmount(column);
  // A record without a former price is not on sale.
  if (column.filled === 1 || isFormerPrice(column)) return [];
  const isVariant = (other: Column) =>
    isAmount
      ? isPlainAmount(other) && !isFormerPrice(other)
      : (isSpecific(step) && lastStepOf(other.path) === step) ||
        (column.type === 'image' && placeOfImage(other.path) === placeOfImage(column.path));
  const missing = new Set([...column.values.keys()].filter((at) => column.values[at] === null));
  const paths: string[] = [];
  for (const other of columns) {
    if (other === column || other.type !== column.type || !isVariant(other)) continue;
    const filled = [...other.values.keys()].filter((at) => other.values[at] !== null);
    const added = filled.filter((at) => missing.has(at));
    const overlaps = filled.length - added.length > maxOverlap * column.values.length;
    if (added.length === 0 || overlaps) continue;
    for (const at of added) missing.delete(at);
    paths.push(other.path);
    if (paths.length === maxVariants || missing.size === 0) break;
  }
  return paths;
}
