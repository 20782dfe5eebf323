import type { ClientBase } from 'pg';

/** A table and its stored (not generated) columns. */
export interface TableShape {
  name: string;
  columns: string[];
}

/** A column whose values are digests of blobs. */
export interface BlobColumn {
  table: string;
  column: string;
}

/** Tables with the current state of running processes, or with values that are recomputed within hours. Not in backups. */
const ephemeralTables = [
  'politeness_sites',
  'politeness_processes',
  'politeness_leases',
  'politeness_pauses',
  'exit_health',
  'search_providers',
  'archive_lanes',
  'archive_turns',
  'archive_answers',
];
/** Tables that the migrator fills itself. */
const migratorTables = ['kysely_migration', 'kysely_migration_lock'];

/** Returns a name as a quoted SQL identifier. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Sorts tables so that each follows those it references. */
function sortByReferences(names: string[], references: { table: string; needs: string }[]): string[] {
  const sorted = new Set<string>();
  let remaining = names;
  while (remaining.length > 0) {
    const ready = remaining.filter((name) =>
      references.every(({ table, needs }) => table !== name || needs === name || sorted.has(needs)),
    );
    if (ready.length === 0) throw new Error(`Circular references between tables: ${remaining.join(', ')}`);
    for (const name of ready) sorted.add(name);
    remaining = remaining.filter((name) => !sorted.has(name));
  }
  return [...sorted];
}

/** Returns all tables of the backup, each after those it references. */
export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select class.relname::text as name, array_agg(attname::text order by attnum) as columns
     from pg_class class join pg_attribute on attrelid = class.oid
     where class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace
       and attnum > 0 and not attisdropped and attgenerated = '' and not class.relname = any($1)
     group by class.relname order by class.relname`,
    [[...ephemeralTables, ...migratorTables]],
  );
  const references = await client.query<{ table: string; needs: string }>(
    `select source.relname::text as table, target.relname::text as needs
     from pg_constraint join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
     where contype = 'f' and source.relnamespace = current_schema()::regnamespace`,
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  return sortByReferences([...byName.keys()], references.rows).map((name) => byName.get(name) as TableShape);
}

/** Returns all columns that reference a stored blob. */
export async function listBlobColumns(client: ClientBase): Promise<BlobColumn[]> {
  const { rows } = await client.query<BlobColumn>(
    `select source.relname::text as table, attname::text as column
     from pg_constraint join pg_class source on source.oid = conrelid
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'blob_contents'::regclass order by 1, 2`,
  );
  return rows;
}

/** Sets each sequence to the highest value in its table. */
export async function resetSequences(client: ClientBase, tables: readonly TableShape[]): Promise<void> {
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const { rows } = await client.query<{ sequence: string | null }>(
        'select pg_get_serial_sequence($1, $2) as sequence',
        [quoteIdentifier(name), column],
      );
      const sequence = rows[0]?.sequence ?? null;
      if (sequence === null) continue;
      await client.query(
        `select setval($1::regclass, greatest(1, coalesce(max(${quoteIdentifier(column)}), 1)), count(*) > 0) from ${quoteIdentifier(name)}`,
        [sequence],
      );
    }
  }
}
