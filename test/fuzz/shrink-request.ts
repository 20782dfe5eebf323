import type { FuzzRequest } from './fuzz-request.ts';

/** Returns whether a request still causes the violation. */
export type StillFails = (request: FuzzRequest) => Promise<boolean>;

const maxAttempts = 60;
const longText = 40;

type Json = unknown;

/** Yields smaller forms of a value, the most different first. */
function* smaller(value: Json): Generator<Json> {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) yield value.toSpliced(at, 1);
    for (const [at, item] of value.entries()) for (const less of smaller(item)) yield value.with(at, less);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    for (const [name] of entries) yield Object.fromEntries(entries.filter(([other]) => other !== name));
    for (const [name, entry] of entries) {
      for (const less of smaller(entry))
        yield Object.fromEntries(entries.map(([other, kept]) => [other, other === name ? less : kept]));
    }
  } else if (typeof value === 'string' && value.length > longText) {
    yield value.slice(0, value.length / 2);
    yield value.slice(value.length / 2);
  }
}

function parsedBody({ body }: FuzzRequest): { value: Json } | null {
  try {
    return body === null ? null : { value: JSON.parse(body.toString('utf8')) };
  } catch {
    return null;
  }
}

/** Yields requests without one header or parameter, or with a smaller body. */
function* simpler(request: FuzzRequest): Generator<FuzzRequest> {
  const { headers, target } = request;
  for (const [at, [name]] of headers.entries())
    if (name !== 'Content-Type') yield { ...request, headers: headers.toSpliced(at, 1) };
  const [path = '', query] = target.split(/\?(.*)/s);
  const parameters = query?.split('&') ?? [];
  for (const at of parameters.keys()) {
    const left = parameters.toSpliced(at, 1).join('&');
    yield { ...request, target: left === '' ? path : `${path}?${left}` };
  }
  const body = parsedBody(request);
  if (body !== null)
    for (const value of smaller(body.value)) yield { ...request, body: Buffer.from(JSON.stringify(value)) };
}

/**
 * Returns a simpler request that still fails, found by removing one part after another in a limited number of
 * attempts.
 */
export async function shrinkRequest(request: FuzzRequest, stillFails: StillFails): Promise<FuzzRequest> {
  let best = request;
  let attempts = 0;
  if (request.raw !== null || !(await stillFails(request))) return request;
  for (let hasShrunk = true; hasShrunk; ) {
    hasShrunk = false;
    for (const candidate of simpler(best)) {
      attempts += 1;
      if (attempts > maxAttempts) return best;
      if (!(await stillFails(candidate))) continue;
      best = candidate;
      hasShrunk = true;
      break;
    }
  }
  return best;
}
