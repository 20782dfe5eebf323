import { setTimeout as delay } from 'node:timers/promises';

const lookEveryMs = 20;
/** Milliseconds after which work of a test counts as hanging: a busy machine may take minutes for what takes milliseconds. */
export const hangsAfterMs = 15 * 60_000;

/**
 * Reads a value again and again until it satisfies `isSo`, and returns it. Without `isSo` the value must be neither false,
 * null nor undefined. An error of `read` is thrown.
 */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  isSo: (value: Value) => boolean = (value) => value !== false && value !== null && value !== undefined,
): Promise<NonNullable<Value>> {
  const end = performance.now() + hangsAfterMs;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value as NonNullable<Value>;
    if (performance.now() > end) throw new Error(`the state never comes; last: ${JSON.stringify(value)}`);
    await delay(lookEveryMs);
  }
}
