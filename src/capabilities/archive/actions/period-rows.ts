import type { Capture } from '../../../integrations/archives/archive.ts';
import type { SnapshotRow } from '../archive-response.ts';
import { type CaptureState, stateOf } from '../captures/capture-runs.ts';
import { createRow } from './create-row.ts';

const periodPrefixLength = { day: 8, month: 6, year: 4, all: 14 } as const;

/** Returns one capture per period, or all, as listed in the index. */
export function createPeriodRows(
  captures: readonly Capture[],
  every: keyof typeof periodPrefixLength,
): SnapshotRow[] {
  const rows: SnapshotRow[] = [];
  let period = '';
  let before: Capture | null = null;
  let wasMissing = false;
  for (const capture of captures) {
    const state = stateOf(capture);
    const capturePeriod = capture.timestamp.slice(0, periodPrefixLength[every]);
    if (state === null || (every !== 'all' && capturePeriod === period)) continue;
    period = capturePeriod;
    rows.push(createRow(capture, classifyChange(capture, state, before, wasMissing), 'index'));
    wasMissing = state !== 'content';
    if (state === 'content') before = capture;
  }
  return rows;
}

function classifyChange(
  capture: Capture,
  state: CaptureState,
  before: Capture | null,
  wasMissing: boolean,
): SnapshotRow['change'] {
  if (state !== 'content') return wasMissing && before !== null ? 'same' : state;
  if (before === null) return 'first';
  if (wasMissing) return 'returned';
  return capture.digest !== null && capture.digest === before.digest ? 'same' : null;
}
