import { numberAt } from '../../../domain/values/elements.ts';
import type { PageFacts } from '../../../extract/facts/page-facts.ts';
import { endOf } from '../../../page/tree/tree.ts';
import type { EvaluatedSource } from './evaluated-source.ts';

/** Minimum share of the letters of groups that their parts have. */
const minShare = 0.75;
/** Minimum share of the groups that have several parts. */
const minSeveral = 0.6;
/** Minimum share of the records in which a part has each field that the group has. */
const minFilled = 0.8;

/** Maximum share of the parts that have the same value of a field, such as a link with the same word in each group. */
const maxShared = 1 / 3;

/** Returns the share of the records with the most frequent value of a field. */
function sharedOf({ columns, mapped }: EvaluatedSource, name: string): number {
  const path = mapped?.[name]?.rule.paths[0];
  const values = columns.find((column) => column.path === path)?.values ?? [];
  const counts = [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length);
  return Math.max(0, ...counts) / Math.max(1, values.length);
}

/** Returns true if the parts answer the fields that the groups answer, with values of their own; they may share a date. */
function answersAll(groups: EvaluatedSource, parts: EvaluatedSource): boolean {
  return Object.entries(groups.mapped ?? {}).every(
    ([name, { filled, rule }]) =>
      (parts.mapped?.[name]?.filled ?? 0) >= minFilled * filled &&
      (rule.type === 'date' || sharedOf(parts, name) <= maxShared),
  );
}

/** Returns true if the records of one listing are nearly all that is in the records of another one. */
function isMadeOf(page: PageFacts, groups: EvaluatedSource, parts: EvaluatedSource): boolean {
  const { nodes, lasts } = groups.source;
  let at = 0;
  let several = 0;
  let inner = 0;
  let outer = 0;
  for (const [index, node] of nodes.entries()) {
    const last = lasts?.[index] ?? node;
    const end = endOf(page.tree, last);
    let count = 0;
    while (at < parts.source.nodes.length && numberAt(parts.source.nodes, at) <= node) at++;
    for (; at < parts.source.nodes.length && numberAt(parts.source.nodes, at) < end; at++) {
      inner += page.textOf(numberAt(parts.source.nodes, at)).length;
      count++;
    }
    if (count > 1) several++;
    for (let own = node; own < end; own = Math.max(own + 1, endOf(page.tree, own)))
      outer += page.textOf(own).length;
  }
  return several >= minSeveral * nodes.length && inner >= minShare * outer;
}

/**
 * Moves a listing to the front whose records are what the records of the best one consist of, if it answers the same fields: the
 * meetings of each day are the records, and not the days.
 */
export function preferParts(evaluated: EvaluatedSource[], page: PageFacts | null): EvaluatedSource[] {
  const [best] = evaluated;
  if (page === null || best === undefined || best.mapped === null || best.source.kind !== 'listing')
    return evaluated;
  const parts = evaluated.find(
    (one) =>
      one !== best &&
      one.source.kind === 'listing' &&
      one.source.lasts === undefined &&
      answersAll(best, one) &&
      isMadeOf(page, best, one),
  );
  if (parts === undefined) return evaluated;
  return [{ ...parts, score: best.score }, ...evaluated.filter((one) => one !== parts)];
}
