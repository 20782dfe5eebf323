import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { HistoryEntry } from './history.ts';

/** A request that names a thing by its identifier. */
export interface SubjectReference {
  requestId: string;
  id: string;
  receiptId: string | null;
}

/** The thing of a request in words, and what became of it. */
export interface SubjectText {
  name: string;
  /** Null if the request has no other outcome than its status. */
  outcome: string | null;
}

/** A kind of things that requests are about, which a capability declares. */
export interface RequestSubject {
  /** Such as `monitor`. */
  kind: string;
  /** Field of the request with the identifier, such as `mid`. */
  field: string;
  /** Word of the operations whose field it is; absent if the field means nothing else. */
  noun?: string;
  /** Returns the texts by request; things that no longer exist have none. */
  describe(
    database: Database,
    accountId: string,
    references: readonly SubjectReference[],
  ): Promise<ReadonlyMap<string, SubjectText>>;
}

/** An entry with the thing that it is about; null for none, or one that no longer exists. */
export type DescribedEntry = HistoryEntry & { subject: (SubjectText & { kind: string; id: string }) | null };

interface RequestRow {
  request_id: string;
  tool: string;
  receipt_id: string | null;
  params: Record<string, unknown>;
}

/** Longer parameters hold texts and schemas, and are not read for a list. */
const maxParamsLength = 20_000;

/** Reads the requests that have one of the fields. PostgreSQL cannot take a field out of JSON that has `\u0000`, so it compares text. */
async function readRequests(
  database: Database,
  accountId: string,
  requestIds: readonly string[],
  fields: readonly string[],
): Promise<RequestRow[]> {
  const hasField = fields.map((field) => sql`position(${JSON.stringify(field)}::text in params::text) > 0`);
  const { rows } = await sql<RequestRow>`
    select request_id, tool, receipt_id, params from requests
    where account_id = ${accountId} and request_id = any(${requestIds}::text[])
      and length(params::text) <= ${maxParamsLength} and (${sql.join(hasField, sql` or `)})
  `.execute(database);
  return rows;
}

function isAbout({ noun }: RequestSubject, tool: string): boolean {
  return noun === undefined || tool.split('_').some((word) => word === noun || word === `${noun}s`);
}

/** Adds to entries the names of what they are about. */
export async function describeEntries(
  database: Database,
  accountId: string,
  entries: readonly HistoryEntry[],
  subjects: readonly RequestSubject[],
): Promise<DescribedEntry[]> {
  if (entries.length === 0) return [];
  const fields = [...new Set(subjects.map(({ field }) => field))];
  const requestIds = entries.map(({ rid }) => rid);
  const rows = await readRequests(database, accountId, requestIds, fields);
  const found = new Map<string, DescribedEntry['subject']>();
  for (const subject of subjects) {
    const references = rows.flatMap(({ request_id: requestId, tool, receipt_id: receiptId, params }) => {
      const id = params[subject.field];
      // A request that was refused can have any text in place of an identifier.
      const isIdentifier = typeof id === 'string' && /^[\w-]{1,100}$/.test(id);
      return isIdentifier && isAbout(subject, tool) ? [{ requestId, id, receiptId }] : [];
    });
    if (references.length === 0) continue;
    const texts = await subject.describe(database, accountId, references);
    for (const { requestId, id } of references) {
      const text = texts.get(requestId);
      if (text !== undefined) found.set(requestId, { kind: subject.kind, id, ...text });
    }
  }
  return entries.map((entry) => ({ ...entry, subject: found.get(entry.rid) ?? null }));
}

/** A kind of things that have a name and no further outcome, as rows of a table with the account. */
interface NamedThings extends Omit<RequestSubject, 'describe'> {
  table: 'datasets' | 'recipes' | 'workflows';
  /** Column of the identifier. */
  key: string;
}

/** Creates the subject of requests about things that have a name. */
export function createNamedSubject({ table, key, ...subject }: NamedThings): RequestSubject {
  return {
    ...subject,
    async describe(database, accountId, references) {
      const ids = [...new Set(references.map(({ id }) => id))];
      const { rows } = await sql<{ id: string; name: string | null }>`
        select ${sql.ref(key)} as id, name from ${sql.table(table)}
        where account_id = ${accountId} and ${sql.ref(key)} = any(${ids}::text[])
      `.execute(database);
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      return new Map(
        references.flatMap(({ requestId, id }): Array<[string, SubjectText]> => {
          const name = names.get(id) ?? null;
          return name === null ? [] : [[requestId, { name, outcome: null }]];
        }),
      );
    },
  };
}
