import type { ClientBase } from 'pg';

/** A table and the columns that hold what cannot be computed. */
export interface TableShape {
  name: string;
  columns: string[];
}

/** A column whose values are digests of blobs. */
export interface BlobColumn {
  table: string;
  column: string;
}

/** Tables that only say what living processes do right now, or what is asked again in hours. */
const ephemeral = [
  'politeness_sites',
  'politeness_processes',
  'politeness_leases',
  'exit_health',
  'search_providers',
  'archive_lanes',
  'archive_turns',
  'archive_answers',
];
/** Tables of the migrator, which `migrate` writes itself. */
const ofTheMigrator = ['kysely_migration', 'kysely_migration_lock'];

/** A name from the database's own catalogue as SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Tables so that each comes after those it refers to. */
function inOrder(names: string[], references: { table: string; needs: string }[]): string[] {
  const placed = new Set<string>();
  let left = names;
  while (left.length > 0) {
    const free = left.filter((name) =>
      references.every(({ table, needs }) => table !== name || needs === name || placed.has(needs)),
    );
    if (free.length === 0) throw new Error(`tables that refer to each other: ${left.join(', ')}`);
    for (const name of free) placed.add(name);
    left = left.filter((name) => !placed.has(name));
  }
  return [...placed];
}

/** Every table of ours worth keeping, so that each comes after those it refers to. */
export async function listTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select class.relname::text as name, array_agg(attname::text order by attnum) as columns
     from pg_class class join pg_attribute on attrelid = class.oid
     where class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace
       and attnum > 0 and not attisdropped and attgenerated = '' and not class.relname = any($1)
     group by class.relname order by class.relname`,
    [[...ephemeral, ...ofTheMigrator]],
  );
  const references = await client.query<{ table: string; needs: string }>(
    `select source.relname::text as table, target.relname::text as needs
     from pg_constraint join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
     where contype = 'f' and source.relnamespace = current_schema()::regnamespace`,
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  return inOrder([...byName.keys()], references.rows).map((name) => byName.get(name) as TableShape);
}

/** Every column that refers to a stored blob. */
export async function listBlobColumns(client: ClientBase): Promise<BlobColumn[]> {
  const { rows } = await client.query<BlobColumn>(
    `select source.relname::text as table, attname::text as column
     from pg_constraint join pg_class source on source.oid = conrelid
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'blob_contents'::regclass order by 1, 2`,
  );
  return rows;
}

/** Sets every sequence behind the highest number that its table holds. */
export async function fitSequences(client: ClientBase, tables: readonly TableShape[]): Promise<void> {
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const { rows } = await client.query<{ sequence: string | null }>(
        'select pg_get_serial_sequence($1, $2) as sequence',
        [quoted(name), column],
      );
      const sequence = rows[0]?.sequence ?? null;
      if (sequence === null) continue;
      await client.query(
        `select setval($1::regclass, greatest(1, coalesce(max(${quoted(column)}), 1)), count(*) > 0) from ${quoted(name)}`,
        [sequence],
      );
    }
  }
}
