import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';

/** Every migration by name, applied in the order of their names; a released one is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
};
