import type { ApiOperation } from './api-operations.ts';

/** What a request is expected to be answered with. */
export type Expectation =
  /** As the operation declares it: status, media type and schema. */
  | { kind: 'declared' }
  /** The same, or one of a request that is refused before it is known which operation it is for. */
  | { kind: 'declared_or_refused' }
  /** One of these statuses; a connection that is closed without an answer only where `mayClose` says so. */
  | { kind: 'statuses'; statuses: readonly number[]; mayClose: boolean }
  /** A JSON-RPC answer of the agents' interface. */
  | { kind: 'json_rpc' };

/** Whose key a request carries. */
export interface FuzzAccount {
  /** Accounts with the same owner see the same resources. */
  owner: string;
  key: string | null;
  scopes: readonly string[];
}

/** One generated request. */
export interface FuzzRequest {
  /** The row of the report that it counts for. */
  group: string;
  operation: ApiOperation | null;
  account: FuzzAccount;
  method: string;
  /** Path and query as they are sent. */
  target: string;
  /** In the order in which they are sent; without Host, Content-Length and Authorization. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
  /** Sent in the place of everything above. */
  raw: Buffer | null;
  expectation: Expectation;
  /** Ids of other accounts that its path names: the answer must not be a success. */
  foreignIds: readonly string[];
  /** Closes after the first bytes of the answer's body, as of an event stream. */
  stopsEarly: boolean;
}

/** Returns a request without anything special, to be overridden. */
export function requestFor(
  account: FuzzAccount,
  fields: Partial<FuzzRequest> & Pick<FuzzRequest, 'group' | 'method' | 'target'>,
): FuzzRequest {
  return {
    operation: null,
    account,
    headers: [],
    body: null,
    raw: null,
    expectation: { kind: 'declared' },
    foreignIds: [],
    stopsEarly: false,
    ...fields,
  };
}

/** Writes a request as the bytes of HTTP/1.1 (RFC 9112). Header values are written as Latin-1. */
export function writeRequest(request: FuzzRequest, host: string): Buffer {
  if (request.raw !== null) return request.raw;
  const { method, target, headers, body, account } = request;
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`];
  if (account.key !== null) lines.push(`Authorization: Bearer ${account.key}`);
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (body !== null) lines.push(`Content-Length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body === null ? head : Buffer.concat([head, body]);
}

/** Returns a shell command that repeats a request; keys are left out. */
export function repeatCommand(request: FuzzRequest, host: string): string {
  const withoutKey = { ...request, account: { ...request.account, key: request.account.key && '$KEY' } };
  const bytes = writeRequest(withoutKey, '$HOST');
  const text = bytes.toString('latin1');
  const isPlain = !/[^\t\r\n\x20-\x7e]/.test(text) && request.raw === null && text.length < 4_000;
  if (!isPlain) {
    const shown = request.raw ?? writeRequest({ ...withoutKey }, host);
    const limit = 6_000;
    const note = shown.length > limit ? ` # the first ${limit} of ${shown.length} bytes` : '';
    return `echo ${shown.subarray(0, limit).toString('base64')} | base64 -d | nc ${host.replace(':', ' ')}${note}`;
  }
  const quote = (part: string) => `'${part.replaceAll("'", "'\\''")}'`;
  const options = request.headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  if (request.account.key !== null) options.unshift('-H "Authorization: Bearer $KEY"');
  if (request.body !== null) options.push(`--data-binary ${quote(request.body.toString('utf8'))}`);
  return `curl -i --path-as-is -X ${request.method} ${options.join(' ')} ${quote(`http://${host}${request.target}`)}`;
}
