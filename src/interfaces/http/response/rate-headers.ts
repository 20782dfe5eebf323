import type { RateLimitState } from '../../../operations/call-path/rate-limiter.ts';

/** Creates the rate limit headers of the IETF draft "RateLimit header fields for HTTP" (sections 3 and 4). */
export function createRateHeaders(states: readonly RateLimitState[]): Array<[name: string, value: string]> {
  if (states.length === 0) return [];
  const policies = states.map(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`);
  const limits = states.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`,
  );
  return [
    ['RateLimit-Policy', policies.join(', ')],
    ['RateLimit', limits.join(', ')],
  ];
}
