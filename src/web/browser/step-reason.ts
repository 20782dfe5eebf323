import { messageOf } from '../../domain/failure.ts';

/** What went wrong, without the driver's own log; of what it tried, only what stood in the way. */
export function reasonOf(error: unknown): string {
  const text = messageOf(error);
  const first = text.split('\n', 1)[0] ?? '';
  if (/Timeout \d+ms exceeded/.test(first)) return lateReason(text);
  return first
    .replace(/^\w+\.\w+: (Error: )?/, '')
    .replace(/\.$/, '')
    .slice(0, 500);
}

function lateReason(text: string): string {
  const cover = /(<[^\n]{1,150}?) intercepts pointer events/.exec(text)?.[1];
  if (cover !== undefined) return `the element is covered by ${cover}`;
  const state = /element is (not \w+)/.exec(text)?.[1];
  return state === undefined
    ? 'the element was not there, or not ready, in time'
    : `the element is ${state}, or was not ready in time`;
}
