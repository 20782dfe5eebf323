import type { ApiOperation } from './api-operations.ts';

/** Expected response of a request. */
export type Expectation =
  /** As declared by the operation: status, media type and schema. */
  | { kind: 'declared' }
  /** As declared, or the rejection of a request whose operation is not known. */
  | { kind: 'declared_or_refused' }
  /** One of these statuses; with `mayClose` also a connection closed without a response. */
  | { kind: 'statuses'; statuses: readonly number[]; mayClose: boolean }
  /** JSON-RPC response of the MCP interface. */
  | { kind: 'json_rpc' };

/** Account whose key a request uses. */
export interface FuzzAccount {
  /** Accounts with the same owner see the same resources. */
  owner: string;
  key: string | null;
  scopes: readonly string[];
}

/** Generated request. */
export interface FuzzRequest {
  /** Row of the report that the request counts for. */
  group: string;
  operation: ApiOperation | null;
  account: FuzzAccount;
  method: string;
  /** Path and query as sent. */
  target: string;
  /** In the order of sending; without Host, Content-Length and Authorization. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
  /** Bytes sent instead of all of the above. */
  raw: Buffer | null;
  expectation: Expectation;
  /** Ids of other accounts in its path: the response must not be a success. */
  foreignIds: readonly string[];
  /** True to close the connection after the first bytes of the response body, such as an event stream. */
  stopsEarly: boolean;
}

/** Returns a default request, to be overridden. */
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

/** Serializes a request as HTTP/1.1 (RFC 9112). Header values are encoded as Latin-1. */
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

/** Returns a shell command that repeats a request, without its keys. */
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
