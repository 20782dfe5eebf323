import type { ClientBase } from 'pg';

/** Columns that callers and operators can read. */
const places: ReadonlyArray<{ table: string; columns: readonly string[] }> = [
  { table: 'requests', columns: ['url', 'error', 'params'] },
  { table: 'receipts', columns: ['receipt'] },
  { table: 'jobs', columns: ['params', 'error', 'warnings', 'robots_blocked'] },
  { table: 'deliveries', columns: ['data', 'links'] },
  { table: 'delivery_attempts', columns: ['answer', 'error'] },
  { table: 'audit', columns: ['subject', 'details'] },
  { table: 'monitor_checks', columns: ['summary', 'diff', 'error'] },
  { table: 'datasets', columns: ['last_refresh'] },
  { table: 'workflow_log', columns: ['detail', 'url', 'error'] },
  { table: 'exit_health', columns: ['reason'] },
];

function hint(secret: string): string {
  return `${secret.slice(0, 6)}…`;
}

/** Checks that the service's logs contain no secret. */
export function checkLog(output: string, secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => {
    const at = output.indexOf(secret);
    if (at < 0) return [];
    const line = output.slice(output.lastIndexOf('\n', at) + 1, at);
    return [`the secret ${hint(secret)} stands in the log after: ${line.slice(-200)}`];
  });
}

/** Checks that history, receipts, errors and events contain no secret. */
export async function checkRecords(client: ClientBase, secrets: readonly string[]): Promise<string[]> {
  const violations: string[] = [];
  for (const { table, columns } of places) {
    const text = columns.map((column) => `coalesce(${column}::text, '')`).join(` || ' ' || `);
    const { rows } = await client.query<{ secret: string; rows: number }>(
      `select secret, count(*) as rows from ${table} join unnest($1::text[]) as given (secret)
       on position(secret in ${text}) > 0 group by secret`,
      [secrets],
    );
    for (const row of rows)
      violations.push(`the secret ${hint(row.secret)} stands in ${row.rows} rows of ${table}`);
  }
  return violations;
}
