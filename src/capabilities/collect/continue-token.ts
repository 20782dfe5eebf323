import { z } from 'zod';
import { Failure } from '../../domain/system/failure.ts';
import { getReplayObstacle } from '../../listings/discovery/read-only-calls.ts';
import type { WalkPosition } from '../../listings/discovery/walk-pages.ts';

const positionSchema = z.strictObject({
  request: z.strictObject({
    url: z.string().max(8_192),
    method: z.enum(['GET', 'POST']),
    body: z.string().max(100_000).nullable(),
  }),
  done: z.int().min(0).max(1_000_000),
});

/** Encodes a position in a listing as a token for the caller. */
export function encodePosition(position: WalkPosition): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Decodes a continue token. Throws Failure `invalid` for an invalid token and for a position on another host than
 * the recipe, because requests from a token must be the same as those of the recipe except for the page.
 */
export function decodePosition(token: string, hosts: readonly string[]): WalkPosition {
  const createError = () =>
    new Failure(
      'invalid',
      '/continue: This is not a position of this recipe. Use the value of `continue` from a response of this recipe.',
      {
        errors: [
          { pointer: '/continue', detail: 'Must be the value of `continue` from a response of this recipe.' },
        ],
      },
    );
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    throw createError();
  }
  const position = positionSchema.safeParse(value);
  const host = position.success ? URL.parse(position.data.request.url)?.host : undefined;
  if (!position.success || host === undefined || !hosts.includes(host)) throw createError();
  if (getReplayObstacle(position.data.request) !== null) throw createError();
  return position.data;
}
