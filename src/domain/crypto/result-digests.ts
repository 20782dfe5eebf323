import { createHash, hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { forEachInTurns } from '../system/turns.ts';
import { cleanJson, cleanText, cleanValue, isCleanJson } from '../values/clean-text.ts';
import { isObject } from '../values/is-object.ts';
import { isLongerThan, jsonPieces, maxAtOnce, type PieceStyle, textParts } from '../values/json-pieces.ts';

/** Any JSON object, by member name. */
export type JsonObject = Record<string, unknown>;

/** Part of a receipt that covers its result. */
export interface ResultDigests {
  result_sha256: string;
  parts_sha256: Record<string, string>;
}

/**
 * Addresses of a result. Results of jobs are stored with masked addresses, so the digest of a result leaves them out;
 * the receipt has addresses of its own, with which they are compared.
 */
export const addressNames: readonly string[] = ['url', 'final_url', 'requested_url'];

/** Members that no digest covers: the receipt itself, and the link to a live view, which a repeated response omits. */
export const uncoveredNames: readonly string[] = ['receipt', 'live_url'];

/** Members of results with a digest of their own, if the result has them. */
const partNames: readonly string[] = [
  'title',
  'markdown',
  'html',
  'raw_html',
  'text',
  'links',
  'images',
  'metadata',
  'structured_data',
  'network',
  'json',
  'attributes',
  'passages',
  'data',
  'records',
  'snapshot',
];

const blobPath = '/v1/blob/';

/** Returns the path of a link to a stored file: the service can have several addresses. */
function toBlobPath(link: unknown): unknown {
  if (typeof link !== 'string') return link;
  const at = link.lastIndexOf(blobPath);
  return at < 0 ? link : link.slice(at);
}

/** Returns the output of browser steps with the paths of its files. */
function toStoredActions(actions: unknown): unknown {
  if (!isObject(actions)) return actions;
  const links = (value: unknown) => (Array.isArray(value) ? value.map(toBlobPath) : value);
  return Object.fromEntries(
    Object.entries(actions).map(([name, value]) =>
      name === 'screenshots' || name === 'pdfs' ? [name, links(value)] : [name, value],
    ),
  );
}

function toCoveredMember(name: string, value: unknown): unknown {
  if (name === 'screenshot') return toBlobPath(value);
  if (name === 'actions') return toStoredActions(value);
  if (!Array.isArray(value)) return value;
  return value.map((item) => (isObject(item) && isObject(item.receipt) ? toCoveredForm(item, []) : item));
}

/**
 * Returns the form of a result whose digest a receipt states: without the members in `leftOut` and the addresses, and
 * with links to files as paths. Elements of lists that have a receipt are reduced in the same way, with their receipt.
 */
function toCoveredForm(result: JsonObject, leftOut: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(result)
      .filter(([name]) => !leftOut.includes(name) && !addressNames.includes(name))
      .map(([name, value]) => [name, toCoveredMember(name, value)]),
  );
}

/**
 * Returns the canonical JSON of a value (RFC 8785). Numbers that JSON does not have are null, as in JSON itself. Throws
 * an Error for lone surrogates.
 */
function canonicalJson(value: unknown): string {
  try {
    return canonicalize(value) as string;
  } catch {
    // The slow path: a number of the page that is not finite, such as 1e999.
    return canonicalize(JSON.parse(JSON.stringify(value))) as string;
  }
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/**
 * Returns the SHA-256 (hex) of a text in UTF-8, or of the canonical JSON of another value. Throws an Error if there is
 * none.
 */
export function digestPart(value: unknown): string {
  return sha256(typeof value === 'string' ? value : canonicalJson(value));
}

/** Returns the SHA-256 (hex) of the form of a result that its receipt covers. Throws an Error if there is none. */
export function digestResult(result: JsonObject): string {
  return sha256(canonicalJson(toCoveredForm(result, uncoveredNames)));
}

/** Thrown for a value with NUL or a lone surrogate, of which no digest is computed. */
class UncleanError extends Error {}

/** Writes canonical JSON. A piece is rejected if it is not clean. */
const canonicalStyle: PieceStyle = {
  stringify(value) {
    if (value === undefined) return undefined;
    const text = canonicalJson(value);
    if (isCleanJson(text) || cleanJson(value) === JSON.stringify(value)) return text;
    throw new UncleanError();
  },
  namesOf: (value) => Object.keys(value).sort(),
  toText: (part) => {
    if (cleanText(part) !== part) throw new UncleanError();
    return part;
  },
};

/** Returns the digest of a value as {@link digestPart} does. A large value does not block other work. */
async function digestInTurns(value: unknown): Promise<string> {
  const digest = createHash('sha256');
  const pieces = typeof value === 'string' ? textParts(value) : jsonPieces(value, canonicalStyle);
  await forEachInTurns(pieces, (piece) => digest.update(piece, 'utf8'));
  return digest.digest('hex');
}

async function digestLong(members: JsonObject): Promise<string | null> {
  try {
    return await digestInTurns(toCoveredForm(members, uncoveredNames));
  } catch {
    // NUL, or a lone surrogate.
    return null;
  }
}

/** Returns the digest of a result; null if the result is not clean. */
async function digestIfClean(members: JsonObject): Promise<string | null> {
  if (isLongerThan(members, maxAtOnce)) return digestLong(members);
  try {
    const text = canonicalJson(toCoveredForm(members, uncoveredNames));
    return isCleanJson(text) ? sha256(text) : null;
  } catch {
    // A lone surrogate.
    return null;
  }
}

/**
 * Returns a result as it is delivered, without NUL and lone surrogates, and its digests. `completeMarkdownSha256` is
 * the digest of the whole text of a long page, or null. A large result does not block other work.
 */
export async function digestDelivered<Result extends object>(
  result: Result,
  completeMarkdownSha256: string | null,
): Promise<{ result: Result; digests: ResultDigests }> {
  const digest = await digestIfClean(Object.fromEntries(Object.entries(result)));
  const delivered = digest === null ? cleanValue(result) : result;
  const members: JsonObject = Object.fromEntries(Object.entries(delivered));
  const parts: Record<string, string> = {};
  for (const name of partNames) {
    if (members[name] !== undefined) parts[name] = await digestLongPart(members[name]);
  }
  if (completeMarkdownSha256 !== null) parts.complete_markdown = completeMarkdownSha256;
  return {
    result: delivered,
    digests: { result_sha256: digest ?? digestResult(members), parts_sha256: parts },
  };
}

async function digestLongPart(value: unknown): Promise<string> {
  return isLongerThan(value, maxAtOnce) ? digestInTurns(value) : digestPart(value);
}
