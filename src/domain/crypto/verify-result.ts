import { addressSha256, mask } from '../secrets/mask-address.ts';
import { isObject } from '../values/is-object.ts';
import { addressNames, digestPart, digestResult, type JsonObject, uncoveredNames } from './result-digests.ts';
import { type PublicJwk, verifyReceipt } from './signature.ts';

/** Result of {@link verifyResult}. */
export interface ResultVerification {
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
  results: ResultVerification[];
}

/** Comparison of a result with a receipt whose signature is valid. */
type Comparison = Pick<ResultVerification, 'reason' | 'checked' | 'unchecked'>;

/** Part with the whole text of a long page, which replaces `markdown` in exports. */
const completeMarkdown = 'complete_markdown';

/** Calls `digest` for an untrusted value; null if the value has no canonical form. */
function tryDigest(digest: () => string): string | null {
  try {
    return digest();
  } catch {
    // A lone surrogate, or nesting that overflows the stack.
    return null;
  }
}

/** Compares an address of a result with those of the receipt; null if the receipt has none. */
function matchesAddress(name: string, address: unknown, receipt: JsonObject): boolean | null {
  const own = name === 'requested_url' ? 'url' : name;
  // The address of a browser session is the one after its last step.
  const stated = [...new Set([own, 'final_url'])].map((one) => ({
    address: receipt[one],
    digest: receipt[`${one}_sha256`],
  }));
  const digest = typeof address === 'string' ? addressSha256(address) : null;
  if (stated.some((one) => one.address === address || (digest !== null && one.digest === digest)))
    return true;
  // Earlier receipts have no digest of a masked `final_url`.
  const isKnown = (one: (typeof stated)[number]) =>
    typeof one.address === 'string' && (!one.address.includes(mask) || one.digest !== undefined);
  return stated.some(isKnown) ? false : null;
}

function compareAddresses(result: JsonObject, receipt: JsonObject): Comparison {
  const names = addressNames.filter((name) => result[name] !== undefined);
  const verdicts = names.map((name) => ({ name, matches: matchesAddress(name, result[name], receipt) }));
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
function compareParts(result: JsonObject, parts: JsonObject): { same: string[]; differing: string[] } {
  const held = Object.keys(parts).filter((name) => result[name] !== undefined);
  const isSame = (name: string) => {
    const digest = tryDigest(() => digestPart(result[name]));
    if (digest === null) return false;
    return digest === parts[name] || (name === 'markdown' && digest === parts[completeMarkdown]);
  };
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
function compareContent(result: JsonObject, receipt: JsonObject): Comparison {
  const parts = isObject(receipt.parts_sha256) ? receipt.parts_sha256 : {};
  const names = Object.keys(result).filter((name) => !addressNames.includes(name));
  const covered = names.filter((name) => !uncoveredNames.includes(name));
  const uncovered = names.filter((name) => uncoveredNames.includes(name) && name !== 'receipt');
  const { same, differing } = compareParts(result, parts);
  if (differing.length > 0)
    return {
      reason: `${quoteNames(differing)} of the result differs from what was signed.`,
      checked: same,
      unchecked: names.filter(
        (name) => name !== 'receipt' && !same.includes(name) && !differing.includes(name),
      ),
    };
  if (tryDigest(() => digestResult(result)) === receipt.result_sha256)
    return { reason: null, checked: covered, unchecked: uncovered };
  const isExcerpt = covered.every((name) => Object.hasOwn(parts, name));
  if (isExcerpt && covered.length > 0) return compareSingleParts(result, parts, same);
  const holdsCompleteText =
    typeof result.markdown === 'string' &&
    tryDigest(() => digestPart(result.markdown)) === parts[completeMarkdown] &&
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
function compareSource(result: JsonObject, receipt: JsonObject): Comparison {
  const names = Object.keys(result).filter((name) => name !== 'receipt' && !addressNames.includes(name));
  const { raw_html: source } = result;
  if (typeof source !== 'string' || typeof receipt.content_sha256 !== 'string')
    return { reason: null, checked: [], unchecked: names };
  const isSame = digestPart(source) === receipt.content_sha256;
  return {
    reason: isSame ? null : '`raw_html` of the result differs from what was signed.',
    checked: isSame ? ['raw_html'] : [],
    unchecked: names.filter((name) => name !== 'raw_html'),
  };
}

/** Verifies a receipt that stands alone: no part of a result is compared. */
function verifyBareReceipt(receipt: JsonObject, keys: readonly PublicJwk[]): ResultVerification {
  const id = typeof receipt.id === 'string' ? receipt.id : null;
  const verification = verifyReceipt(receipt, keys);
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
function verifySingleResult(result: JsonObject, keys: readonly PublicJwk[]): ResultVerification {
  const { receipt } = result;
  const names = Object.keys(result).filter((name) => name !== 'receipt');
  if (!isObject(receipt)) {
    const reason = 'The result has no receipt.';
    return { id: null, valid: false, kid: null, reason, checked: [], unchecked: names, results: [] };
  }
  const bare = verifyBareReceipt(receipt, keys);
  if (!bare.valid) return { ...bare, unchecked: names };
  const content =
    typeof receipt.result_sha256 === 'string'
      ? compareContent(result, receipt)
      : compareSource(result, receipt);
  const addresses = compareAddresses(result, receipt);
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
function withOuterCover(inner: ResultVerification, result: JsonObject): ResultVerification {
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
 * digests cover only the decoded body of the page.
 */
export function verifyResult(document: JsonObject, keys: readonly PublicJwk[]): ResultVerification {
  if ('signature' in document) return verifyBareReceipt(document, keys);
  const nested = findNestedResults(document);
  const isList = !('receipt' in document) && Array.isArray(document.results);
  const own: ResultVerification = isList
    ? { id: null, valid: true, kid: null, reason: null, checked: [], unchecked: [], results: [] }
    : verifySingleResult(document, keys);
  const isCovering = own.valid && own.checked.length > 0;
  const results = nested.map((result) => {
    const inner = verifyResult(result, keys);
    return isCovering ? withOuterCover(inner, result) : inner;
  });
  const areValid = results.every(({ valid }) => valid) && (!isList || results.length > 0);
  const reason = isList && results.length === 0 ? 'The document holds no result.' : nestedReason;
  return own.valid && !areValid ? { ...own, valid: false, reason, results } : { ...own, results };
}

const nestedReason = 'A result in it is not valid.';
