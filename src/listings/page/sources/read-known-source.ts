import type { FoundSource, MappedField, RecordReading } from '../../../domain/pages/records.ts';
import { pointerTokens } from '../../../domain/values/json-pointer.ts';
import type { PageFacts } from '../../../extract/facts/page-facts.ts';
import type { ParseContext } from '../../../extract/values/coerce.ts';
import { createColumns } from '../columns/columns.ts';
import type { RequestedField } from '../columns/requested-fields.ts';
import { findKnownRows, listingSources, type RawSource, singleSource, tableSources } from './page-sources.ts';
import { hashLayout, readRecords } from './read-records.ts';
import type { ShownRecord } from './shown-records.ts';

/** Finds a known source on a page, also at another position. */
export function findKnownSource(page: PageFacts, { kind, path, rules }: RecordReading): RawSource | null {
  if (kind !== 'listing' && kind !== 'table') {
    const known = findKnownRows(page, kind, path);
    return known === null
      ? null
      : { kind, path, call: null, ...known, nodes: [], names: new Map(), weight: null };
  }
  const candidates = kind === 'table' ? tableSources(page) : listingSources(page);
  if (kind === 'listing' && candidates.every((source) => source.path !== path)) {
    const single = singleSource(page, path);
    if (single !== null) candidates.push(single);
  }
  const keys = Object.values(rules).map((rule) => rule.paths);
  const getFillRate = ({ rows }: RawSource) => {
    const shares = keys.map(
      (paths) => rows.filter((row) => paths.some((key) => hasKey(row, key))).length / rows.length,
    );
    return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  };
  const evaluated = candidates.map((source) => ({
    source,
    fit: getFillRate(source) + (source.path === path ? 0.2 : 0) + (source.weight ?? 0) * 0.01,
  }));
  const [best] = evaluated.sort((one, other) => other.fit - one.fit);
  return best !== undefined && best.fit >= 0.3 ? best.source : null;
}

function hasKey(row: Readonly<Record<string, unknown>>, pointer: string): boolean {
  const [key = ''] = pointerTokens(pointer);
  return Object.hasOwn(row, key);
}

/** Reads one known source. */
export function readKnown(
  source: RawSource | null,
  reading: RecordReading,
  requestedFields: readonly RequestedField[],
  shownOf: (node: number, last?: number) => ShownRecord | null,
  context: ParseContext,
): FoundSource[] {
  if (source === null) return [];
  const columns = createColumns(source.rows, source.names);
  const shown = source.rows.map((_row, index) => {
    const node = source.nodes[index];
    return node === undefined ? null : shownOf(node, source.lasts?.[index]);
  });
  const read = readRecords(source.rows, columns, requestedFields, reading.rules, shown, context);
  const fields = Object.fromEntries(
    Object.entries(reading.rules).map(([name, rule]): [string, MappedField] => {
      const filledCount = read.records.filter((record) => record[name] !== null).length;
      const filled = read.records.length === 0 ? 0 : filledCount / read.records.length;
      return [name, { rule, confidence: 1, filled, verified: null }];
    }),
  );
  return [
    {
      kind: source.kind,
      path: source.path,
      call: null,
      count: source.rows.length,
      keys: [],
      shown: null,
      list: null,
      score: 1,
      ids: read.ids,
      layout: hashLayout(columns),
      paging: source.paging,
      fields,
      read,
    },
  ];
}
