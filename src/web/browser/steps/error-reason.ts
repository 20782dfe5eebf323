import { errorMessage } from '../../../domain/system/failure.ts';

/** Returns the reason of an error without the driver's log; of the log only the cause of a timeout. */
export function getErrorReason(error: unknown): string {
  const text = errorMessage(error);
  const first = text.split('\n', 1)[0] ?? '';
  if (/Timeout [\d.]+ms exceeded/.test(first)) return getTimeoutReason(text);
  return first
    .replace(/^\w+\.\w+: (Error: )?/, '')
    .replace(/\.$/, '')
    .slice(0, 500);
}

const maxCoverLength = 150;

/** Returns the start tag of the element that last intercepted clicks in the driver's log, or null. */
export function findCoveringElement(log: string): string | null {
  const end = log.lastIndexOf(' intercepts pointer events');
  if (end === -1) return null;
  const line = log.slice(Math.max(log.lastIndexOf('\n', end) + 1, end - maxCoverLength), end);
  const start = line.indexOf('<');
  return start === -1 ? null : line.slice(start);
}

function getTimeoutReason(text: string): string {
  const cover = findCoveringElement(text);
  if (cover !== null) return `the element is covered by ${cover}`;
  const state = /element is (not \w+)/.exec(text)?.[1];
  return state === undefined
    ? 'the element did not appear or was not ready in time'
    : `the element is ${state}, or was not ready in time`;
}
