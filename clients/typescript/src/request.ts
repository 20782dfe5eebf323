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

/** Returns a form with the file of a call and its other fields: texts as they are, other values as JSON. */
function createForm(file: Blob | Uint8Array, fields: Fields): FormData {
  const form = new FormData();
  const content = file instanceof Blob ? file : new Blob([file] as ConstructorParameters<typeof Blob>[0]);
  const name = 'name' in content && typeof content.name === 'string' ? content.name : '';
  // Only a part with a name is a file (RFC 7578 section 4.2); the field tells that this one has none.
  form.append('file', content, name || 'file');
  for (const [field, value] of Object.entries({ filename: name, ...fields })) {
    if (value === undefined || value === null) continue;
    form.append(field, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

function encodeBody({ file, ...fields }: Fields): string | FormData {
  if (file instanceof Blob || file instanceof Uint8Array) return createForm(file, fields);
  return JSON.stringify(file === undefined ? fields : { file, ...fields });
}

/** Returns a query parameter as text: lists and objects as JSON. */
function encodeParameter(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the URL and the body of a call to the service at `base`. A form sets its content type itself. */
export function createRequest(
  entry: OperationEntry,
  fields: Fields,
  base: string,
): { url: string; body?: string | FormData } {
  const rest = { ...fields };
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(fields[name] ?? ''));
  });
  const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}${path}`);
  for (const name of entry.hasBody ? entry.query : Object.keys(rest)) {
    if (rest[name] !== undefined && rest[name] !== null) {
      url.searchParams.set(name, encodeParameter(rest[name]));
    }
    delete rest[name];
  }
  return { url: url.href, ...(entry.hasBody && { body: encodeBody(rest) }) };
}
