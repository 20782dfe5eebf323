/** Calls a running webdata service. The other scripts of this folder share this file. */

/** An error that ends a script with a message and an exit code. */
export class ScriptError extends Error {
  /** @param {string} message @param {1 | 2} exitCode 1: the call failed; 2: the arguments are wrong */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const requestTimeoutMs = 120_000;
const pollIntervalMs = 1_000;
const endedStatuses = new Set(['completed', 'failed', 'cancelled']);

/** Returns the address and the key of the service from the environment. */
function readConnection() {
  const { WEBDATA_URL: address, WEBDATA_KEY: key } = process.env;
  if (!address)
    throw new ScriptError(
      'WEBDATA_URL is not set. Set it to the URL of the service, such as http://127.0.0.1:8787.',
      2,
    );
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new ScriptError(`WEBDATA_URL is not an http or https URL: ${address}`, 2);
  if (!key) throw new ScriptError('WEBDATA_KEY is not set. Set it to a key of the service.', 2);
  return { address: address.replace(/\/$/, ''), key };
}

/** Describes an error response in one line: the code, the reason and the fields that are not valid. */
function describeProblem(status, problem) {
  const errors = Array.isArray(problem?.errors) ? problem.errors : [];
  const fields = errors.map(({ pointer, detail }) => `${pointer || 'the request'}: ${detail}`);
  const reason = fields.length > 0 ? fields.join('; ') : (problem?.detail ?? 'no reason was given');
  return `${problem?.code ?? `HTTP ${status}`}: ${reason}`;
}

/** Sends one request and returns the JSON of its response. Throws ScriptError with the reason. */
export async function request(method, path, body) {
  const { address, key } = readConnection();
  let response;
  let text;
  try {
    response = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    text = await response.text();
  } catch (error) {
    const reason = error.cause?.code ?? error.cause?.message ?? error.message;
    throw new ScriptError(
      `The service at ${address} does not respond (${reason}). Start it, or correct WEBDATA_URL.`,
    );
  }
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ScriptError(
      `${address} returned no JSON (HTTP ${response.status}). WEBDATA_URL may name another service.`,
    );
  }
  if (!response.ok) throw new ScriptError(describeProblem(response.status, value));
  return value;
}

/** Waits until a job ends and reports its progress; returns null if `waitMs` pass before. */
export async function waitForJob(jid, waitMs) {
  const end = Date.now() + waitMs;
  let reported = '';
  for (;;) {
    const job = await request('GET', `/v1/jobs/${jid}`);
    const { done, discovered } = job.progress;
    const progress = `${job.status}: ${done} pages read, ${discovered} found`;
    if (progress !== reported && job.type === 'crawl') notify(progress);
    reported = progress;
    if (endedStatuses.has(job.status)) return job;
    if (Date.now() + pollIntervalMs > end) return null;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

/** Reads all results of a job, one part at a time. */
export async function* readResults(jid) {
  for (let offset = 0; offset !== null; ) {
    const part = await request('GET', `/v1/jobs/${jid}/results?offset=${offset}&limit=50`);
    yield* part.results;
    offset = part.next_offset;
  }
}

/** Writes a notice to standard error, apart from the results. */
export function notify(text) {
  process.stderr.write(`${text}\n`);
}

/** Writes a number of credits. */
export function formatCredits(credits) {
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}

/** Describes the outcome and the price of a page. */
export function describePage({ status, url, error, receipt }) {
  const reason = error ? ` (${error.code}): ${error.message}` : '';
  const price = receipt ? `; ${formatCredits(receipt.credits)}, receipt ${receipt.id}` : '';
  return `${status}${reason} ${url}${price}`;
}
