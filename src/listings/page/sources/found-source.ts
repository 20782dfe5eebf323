import type { FoundSource } from '../../../domain/pages/records.ts';
import type { ParseContext } from '../../../extract/values/coerce.ts';
import type { RequestedField } from '../columns/requested-fields.ts';
import type { EvaluatedSource } from './evaluated-source.ts';
import { getRules, hashLayout, readRecords } from './read-records.ts';

const maxKeys = 60;

const maxIds = 2_000;

const maxExampleLength = 200;

const maxSources = 24;

/** Maximum number of sources whose records are read; of other sources only the columns are returned. */
const maxReadSources = 4;

function getExample(value: unknown): FoundSource['keys'][number]['example'] {
  if (typeof value === 'string') return value.slice(0, maxExampleLength);
  return Array.isArray(value) ? value.slice(0, 5) : (value as number | boolean | null);
}

function toFoundSource(
  { source, columns, shown, share, cluster, score, mapped }: EvaluatedSource,
  requestedFields: readonly RequestedField[] | null,
  parseContext: ParseContext,
  isRead: boolean,
): FoundSource {
  const presentColumns = columns.filter(({ filled }) => filled > 0).slice(0, maxKeys);
  return {
    kind: source.kind,
    path: source.path,
    call: source.call,
    count: source.rows.length,
    keys: presentColumns.map(({ path, type, values }) => ({
      name: path,
      type,
      example: getExample(values.find((value) => value !== null) ?? null),
    })),
    shown: share,
    list: cluster,
    score: Math.round(score * 1000) / 1000,
    ids: [],
    layout: hashLayout(columns),
    paging: source.paging,
    ...(requestedFields !== null &&
      mapped !== null && {
        fields: mapped,
        ...(isRead && {
          read: readRecords(source.rows, columns, requestedFields, getRules(mapped), shown, parseContext),
        }),
      }),
  };
}

export function toFoundSources(
  evaluated: readonly EvaluatedSource[],
  requestedFields: readonly RequestedField[] | null,
  parseContext: ParseContext,
): FoundSource[] {
  return evaluated.slice(0, maxSources).map((one, index) => {
    const foundSource = toFoundSource(one, requestedFields, parseContext, index < maxReadSources);
    return { ...foundSource, ids: one.ids.slice(0, maxIds) };
  });
}
