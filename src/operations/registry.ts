import type { Operation } from './operation.ts';

/** Every operation of the service, in the order of the reference. */
export type Registry = readonly Operation[];

/** Checks that names and routes are unique: two declarations of one thing are a fault of ours. */
export function createRegistry(operations: readonly Operation[]): Registry {
  const seen = new Set<string>();
  for (const { name, method, path } of operations) {
    for (const key of [name, `${method} ${path}`]) {
      if (seen.has(key)) throw new Error(`declared twice: ${key}`);
      seen.add(key);
    }
  }
  return operations;
}
