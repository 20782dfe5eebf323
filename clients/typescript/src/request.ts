/** How an operation is sent. The table of all operations is generated. */
export interface OperationEntry {
  method: string;
  /** Path with `{name}` for its fields. */
  path: string;
  /** Names of the query parameters. */
  query: readonly string[];
  /** True if all other fields form the body. */
  hasBody: boolean;
  answers: 'json' | 'events' | 'bytes';
  /** Accepted media types. Default: all. */
  accept?: string;
  /** False if a POST takes no `Idempotency-Key`, and is therefore not sent again after a lost connection. */
  takesKey?: false;
}

/** Path, query and body of a call as one object. */
export type Fields = Record<string, unknown>;

/** Returns the URL and the body of a call to the service at `base`. */
export function createRequest(
  entry: OperationEntry,
  fields: Fields,
  base: string,
): { url: string; body?: string } {
  const rest = { ...fields };
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(fields[name] ?? ''));
  });
  const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}${path}`);
  for (const name of entry.hasBody ? entry.query : Object.keys(rest)) {
    if (rest[name] !== undefined && rest[name] !== null) url.searchParams.set(name, String(rest[name]));
    delete rest[name];
  }
  return { url: url.href, ...(entry.hasBody && { body: JSON.stringify(rest) }) };
}
