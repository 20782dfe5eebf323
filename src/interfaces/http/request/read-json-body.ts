import type { Context } from 'hono';
import { readBody } from './read-body.ts';

/** Reads a small body as JSON; null if it is not JSON. Throws Failure `too_large` if it has more than `maxBytes`. */
export async function readJsonBody(context: Context, maxBytes: number): Promise<unknown> {
  const text = new TextDecoder().decode(await readBody(context, maxBytes));
  try {
    return JSON.parse(text);
  } catch {
    // The schema of the caller rejects null like any other wrong value.
    return null;
  }
}
