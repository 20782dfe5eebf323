import { canonicalJson, type ReceiptKey, verifyReceipt } from './receipts.ts';

type JsonObject = Record<string, unknown>;

/** Result of {@link verifyResult}. */
export interface ResultState {
  /** Id of the receipt; null if there is none. */
  id: string | null;
  /** True if the signature is valid and nothing that the receipt covers differs. */
  valid: boolean;
  /** Id of the key that signed; null if the signature is not valid. */
  kid: string | null;
  /** Why the result is not valid; null if it is. */
  reason: string | null;
  /** Members of the result that were compared with the receipt and do not differ. */
  checked: string[];
  /** Members of the result, and parts that the receipt covers, that could not be compared. */
  unchecked: string[];
  /** The results in the lists of this one, which have receipts of their own. */
  results: ResultState[];
}

/** What a comparison of a result with its receipt found. */
type Comparison = Pick<ResultState, 'reason' | 'checked' | 'unchecked'>;

/** Digests of a result: of its covered form, and of single members by name. */
interface Digests {
  whole: string;
  parts: Readonly<Record<string, string>>;
}

/** Results of jobs are stored with masked addresses, which are compared with those of the receipt. */
const addressNames: readonly string[] = ['url', 'final_url', 'requested_url'];
/** Members that no digest covers. */
const uncoveredNames: readonly string[] = ['receipt', 'live_url'];
/** Replaces secrets in the addresses of receipts. */
const mask = '***';
/** Part with the whole text of a long page, which replaces `markdown` in exports. */
const completeMarkdown = 'complete_markdown';

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function digestPart(value: unknown): Promise<string> {
  return sha256(typeof value === 'string' ? value : canonicalJson(value));
}

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

async function computeDigests(result: JsonObject, names: readonly string[]): Promise<Digests> {
  const held = names.filter((name) => result[name] !== undefined);
  const digests = await Promise.all(
    held.map(async (name) => [name, await digestPart(result[name])] as const),
  );
  return {
    whole: await sha256(canonicalJson(toCoveredForm(result, uncoveredNames))),
    parts: Object.fromEntries(digests),
  };
}

/** Compares an address of a result with those of the receipt; null if the receipt has none. */
async function matchesAddress(name: string, address: unknown, receipt: JsonObject): Promise<boolean | null> {
  const own = name === 'requested_url' ? 'url' : name;
  // The address of a browser session is the one after its last step.
  const stated = [...new Set([own, 'final_url'])].map((one) => ({
    address: receipt[one],
    digest: receipt[`${one}_sha256`],
  }));
  const digest = typeof address === 'string' ? await sha256(address) : null;
  if (stated.some((one) => one.address === address || (digest !== null && one.digest === digest)))
    return true;
  // Earlier receipts have no digest of a masked `final_url`.
  const isKnown = (one: (typeof stated)[number]) =>
    typeof one.address === 'string' && (!one.address.includes(mask) || one.digest !== undefined);
  return stated.some(isKnown) ? false : null;
}

async function compareAddresses(result: JsonObject, receipt: JsonObject): Promise<Comparison> {
  const names = addressNames.filter((name) => result[name] !== undefined);
  const verdicts = await Promise.all(
    names.map(async (name) => ({ name, matches: await matchesAddress(name, result[name], receipt) })),
  );
  const select = (wanted: boolean | null) =>
    verdicts.filter(({ matches }) => matches === wanted).map(({ name }) => name);
  const differing = select(false);
  return {
    reason: differing.length === 0 ? null : `The receipt states another ${differing.join(' and ')}.`,
    checked: select(true),
    unchecked: select(null),
  };
}

/** Returns whether each part that the result holds has the digest of the receipt. */
function compareParts(parts: JsonObject, digests: Digests): { same: string[]; differing: string[] } {
  const held = Object.keys(parts).filter((name) => digests.parts[name] !== undefined);
  const isSame = (name: string) =>
    digests.parts[name] === parts[name] ||
    (name === 'markdown' && digests.parts[name] === parts[completeMarkdown]);
  return { same: held.filter(isSame), differing: held.filter((name) => !isSame(name)) };
}

/** Returns the names of parts that the receipt covers and the result does not hold. */
function missingParts(result: JsonObject, parts: JsonObject): string[] {
  return Object.keys(parts).filter((name) => name !== completeMarkdown && result[name] === undefined);
}

/** Compares single parts, because the result is not the complete one. */
function compareSingleParts(result: JsonObject, parts: JsonObject, same: readonly string[]): Comparison {
  const rest = Object.keys(result).filter(
    (name) => name !== 'receipt' && !addressNames.includes(name) && !same.includes(name),
  );
  return { reason: null, checked: [...same], unchecked: [...rest, ...missingParts(result, parts)] };
}

function quoteNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** Compares a result with the digests of its receipt. */
async function compareContent(result: JsonObject, receipt: JsonObject): Promise<Comparison> {
  const parts = isObject(receipt.parts_sha256) ? receipt.parts_sha256 : {};
  const digests = await computeDigests(result, Object.keys(parts));
  const names = Object.keys(result).filter((name) => !addressNames.includes(name));
  const covered = names.filter((name) => !uncoveredNames.includes(name));
  const uncovered = names.filter((name) => uncoveredNames.includes(name) && name !== 'receipt');
  const { same, differing } = compareParts(parts, digests);
  if (differing.length > 0)
    return {
      reason: `${quoteNames(differing)} of the result differs from what was signed.`,
      checked: same,
      unchecked: names.filter(
        (name) => name !== 'receipt' && !same.includes(name) && !differing.includes(name),
      ),
    };
  if (digests.whole === receipt.result_sha256)
    return { reason: null, checked: covered, unchecked: uncovered };
  const isExcerpt = covered.every((name) => Object.hasOwn(parts, name));
  if (isExcerpt && covered.length > 0) return compareSingleParts(result, parts, same);
  const holdsCompleteText =
    digests.parts.markdown !== undefined &&
    digests.parts.markdown === parts[completeMarkdown] &&
    parts[completeMarkdown] !== parts.markdown;
  // An export replaces the first part of a long page by its whole text.
  if (holdsCompleteText) return compareSingleParts(result, parts, same);
  // An entry of the request history states its receipt, and holds no part of the result.
  const isHistoryEntry = result.rid === receipt.request_id && same.length === 0;
  if (isHistoryEntry) return compareSingleParts(result, parts, same);
  const others = covered.filter((name) => !same.includes(name));
  const where = others.length === 0 ? 'a member is missing' : `${quoteNames(others)}, or a missing member`;
  return {
    reason: `The result is not the one that was signed: ${where} differs.`,
    checked: same,
    unchecked: [...others, ...uncovered],
  };
}

/** Compares a result with a receipt without digests: only the decoded body of the page has one. */
async function compareSource(result: JsonObject, receipt: JsonObject): Promise<Comparison> {
  const names = Object.keys(result).filter((name) => name !== 'receipt' && !addressNames.includes(name));
  const { raw_html: source } = result;
  if (typeof source !== 'string' || typeof receipt.content_sha256 !== 'string')
    return { reason: null, checked: [], unchecked: names };
  const isSame = (await digestPart(source)) === receipt.content_sha256;
  return {
    reason: isSame ? null : '`raw_html` of the result differs from what was signed.',
    checked: isSame ? ['raw_html'] : [],
    unchecked: names.filter((name) => name !== 'raw_html'),
  };
}

/** Verifies a receipt that stands alone: no part of a result is compared. */
async function verifyBareReceipt(receipt: JsonObject, keys: readonly ReceiptKey[]): Promise<ResultState> {
  const id = typeof receipt.id === 'string' ? receipt.id : null;
  const verification = await verifyReceipt(receipt, keys);
  const parts = isObject(receipt.parts_sha256) ? Object.keys(receipt.parts_sha256) : [];
  const unchecked = typeof receipt.result_sha256 === 'string' ? ['result', ...parts] : [];
  return {
    id,
    valid: verification.valid,
    kid: verification.valid ? verification.kid : null,
    reason: verification.valid ? null : verification.reason,
    checked: [],
    unchecked,
    results: [],
  };
}

/** Returns the results in the lists of a document that have receipts, or should have one. */
function findNestedResults(document: JsonObject): JsonObject[] {
  const isCovered = isObject(document.receipt) && typeof document.receipt.result_sha256 === 'string';
  const needsReceipt = (name: string, item: JsonObject) =>
    name === 'results' && !isCovered && (document.receipt === undefined || 'status' in item);
  return Object.entries(document).flatMap(([name, value]) =>
    !Array.isArray(value)
      ? []
      : value.filter(isObject).flatMap((item) => {
          if (isObject(item.receipt) || needsReceipt(name, item)) return [item];
          return isObject(item.page) && isObject(item.page.receipt) ? [item.page] : [];
        }),
  );
}

/** Verifies a result without the results in its lists. */
async function verifySingleResult(result: JsonObject, keys: readonly ReceiptKey[]): Promise<ResultState> {
  const { receipt } = result;
  const names = Object.keys(result).filter((name) => name !== 'receipt');
  if (!isObject(receipt)) {
    const reason = 'The result has no receipt.';
    return { id: null, valid: false, kid: null, reason, checked: [], unchecked: names, results: [] };
  }
  const bare = await verifyBareReceipt(receipt, keys);
  if (!bare.valid) return { ...bare, unchecked: names };
  const content =
    typeof receipt.result_sha256 === 'string'
      ? await compareContent(result, receipt)
      : await compareSource(result, receipt);
  const addresses = await compareAddresses(result, receipt);
  const differences = [content.reason, addresses.reason].filter((one) => one !== null);
  return {
    ...bare,
    valid: differences.length === 0,
    reason: differences.length === 0 ? null : differences.join(' '),
    checked: [...addresses.checked, ...content.checked],
    unchecked: [...addresses.unchecked, ...content.unchecked],
  };
}

/** Adds what the receipt of the whole response covers of a result whose own receipt covers only its fetch. */
function withOuterCover(inner: ResultState, result: JsonObject): ResultState {
  const hasOwnCover = isObject(result.receipt) && typeof result.receipt.result_sha256 === 'string';
  if (hasOwnCover || !inner.valid) return inner;
  const { checked, unchecked } = inner;
  const covered = unchecked.filter((name) => !addressNames.includes(name));
  return {
    ...inner,
    checked: [...checked, ...covered],
    unchecked: unchecked.filter((name) => !covered.includes(name)),
  };
}

/**
 * Verifies a receipt, a result, or a response with several results: the signature of each receipt, and that its result
 * is the one that the receipt covers. A result can be complete, or hold only parts of it. Receipts from before the
 * digests cover only the decoded body of the page. `keys` come from `fetchReceiptKeys`.
 */
export async function verifyResult(document: object, keys: readonly ReceiptKey[]): Promise<ResultState> {
  return verifyDocument(Object.fromEntries(Object.entries(document)), keys);
}

async function verifyDocument(document: JsonObject, keys: readonly ReceiptKey[]): Promise<ResultState> {
  if ('signature' in document) return verifyBareReceipt(document, keys);
  const nested = findNestedResults(document);
  const isList = !('receipt' in document) && Array.isArray(document.results);
  const own: ResultState = isList
    ? { id: null, valid: true, kid: null, reason: null, checked: [], unchecked: [], results: [] }
    : await verifySingleResult(document, keys);
  const isCovering = own.valid && own.checked.length > 0;
  const results = await Promise.all(
    nested.map(async (result) => {
      const inner = await verifyDocument(result, keys);
      return isCovering ? withOuterCover(inner, result) : inner;
    }),
  );
  const areValid = results.every(({ valid }) => valid) && (!isList || results.length > 0);
  const reason = isList && results.length === 0 ? 'The document holds no result.' : nestedReason;
  return own.valid && !areValid ? { ...own, valid: false, reason, results } : { ...own, results };
}

const nestedReason = 'A result in it is not valid.';
