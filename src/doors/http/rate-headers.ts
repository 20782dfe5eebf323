import type { RateState } from '../../operations/limits.ts';

/** How the bounds on requests stand, as the IETF draft "RateLimit header fields for HTTP" writes it (sections 3 and 4). */
export function rateHeaders(states: readonly RateState[]): Array<[name: string, value: string]> {
  if (states.length === 0) return [];
  const policies = states.map(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`);
  const left = states.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`,
  );
  return [
    ['RateLimit-Policy', policies.join(', ')],
    ['RateLimit', left.join(', ')],
  ];
}
