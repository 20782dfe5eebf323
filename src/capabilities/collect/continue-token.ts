import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { whyNotAgain } from '../../fetching/listings/read-only.ts';
import type { Position } from '../../fetching/listings/walk-pages.ts';

const positionSchema = z.strictObject({
  request: z.strictObject({
    url: z.string().max(8_192),
    method: z.enum(['GET', 'POST']),
    body: z.string().max(100_000).nullable(),
  }),
  done: z.int().min(0).max(1_000_000),
});

/** Where a listing goes on, as a caller is given it. */
export function continueToken(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * The position that a caller gave back. Throws Failure `invalid` for what is none, and for one that is of another host than
 * the recipe: what is posted there has to be what the recipe posts but for its page.
 */
export function positionOf(token: string, hosts: readonly string[]): Position {
  const refuse = () =>
    new Failure('invalid', 'continue: this is no position of this recipe', {
      faults: [{ pointer: '/continue', detail: 'give what an answer of this recipe gave as continue' }],
    });
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    throw refuse();
  }
  const position = positionSchema.safeParse(value);
  const host = position.success ? URL.parse(position.data.request.url)?.host : undefined;
  if (!position.success || host === undefined || !hosts.includes(host)) throw refuse();
  if (whyNotAgain(position.data.request) !== null) throw refuse();
  return position.data;
}
