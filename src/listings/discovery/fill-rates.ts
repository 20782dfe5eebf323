import type { Json } from '../../domain/pages/extraction.ts';
import type { ListingSource } from '../../domain/pages/listing.ts';

/** Minimum fill rate of a field in relation to its original fill rate. */
const minFillRatio = 0.7;

/** Returns the share of records in which each field has a value. */
export function computeFillRates(
  records: readonly Record<string, Json>[],
  fields: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    fields.map((name) => [
      name,
      records.length === 0 ? 0 : records.filter((record) => record[name] !== null).length / records.length,
    ]),
  );
}

/** Returns the fields whose fill rate is much lower than originally. */
export function findLostFields(source: ListingSource, records: readonly Record<string, Json>[]): string[] {
  const fillRates = computeFillRates(records, Object.keys(source.rules));
  return Object.keys(source.rules).filter(
    (name) =>
      (fillRates[name] ?? 0) < (source.filled[name] ?? 0) * minFillRatio && (source.filled[name] ?? 0) > 0.3,
  );
}
