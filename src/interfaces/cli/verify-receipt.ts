import { readFile } from 'node:fs/promises';
import { type PublicJwk, type Verification, verifyReceipt } from '../../domain/crypto/signature.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import { isObject } from '../../domain/values/is-object.ts';

/** Maximum size of a file with receipts or keys, in bytes. */
const maxBytes = 64 * 1024 * 1024;

type Document = Record<string, unknown>;

/** Returns all receipts in a document: a receipt, a page result, or a response with several results. */
function findReceipts(document: Document): Document[] {
  if ('signature' in document) return [document];
  const { receipt, results } = document;
  const nestedReceipts = Array.isArray(results) ? results.filter(isObject).flatMap(findReceipts) : [];
  return [...nestedReceipts, ...(isObject(receipt) ? [receipt] : [])];
}

async function readDocument(path: string): Promise<Document> {
  const bytes = await readFile(path === '-' ? '/dev/stdin' : path);
  if (bytes.byteLength > maxBytes) throw new Error(`the file has more than ${maxBytes} bytes`);
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  if (!isObject(value)) throw new Error('the file does not contain a JSON object');
  return value;
}

async function fetchKeys(address: string): Promise<Document> {
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = '/.well-known/jwks.json';
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' });
  if (!response.ok) throw new Error(`${url.href} responded with status ${response.status}`);
  const value: unknown = await response.json();
  if (!isObject(value)) throw new Error(`${url.href} does not contain a JSON object`);
  return value;
}

/** Loads public keys from a file or URL: a JWK set, a single key, or a catalog with its `receipt_key`. */
export async function loadKeys(source: string): Promise<PublicJwk[]> {
  const document = /^https?:/.test(source) ? await fetchKeys(source) : await readDocument(source);
  const { keys, receipt_key: receiptKey } = document;
  const keyList = Array.isArray(keys) ? keys : isObject(receiptKey) ? [receiptKey] : [document];
  return keyList.filter((key) => isObject(key) && key.kty === 'OKP') as PublicJwk[];
}

/** Verification result of one receipt. */
export interface VerifiedReceipt {
  id: string;
  verification: Verification;
}

/** Verifies every receipt in a file. Throws an Error if the file cannot be read. */
export async function verifyFile(path: string, keys: readonly PublicJwk[]): Promise<VerifiedReceipt[]> {
  const document = await readDocument(path).catch((error: unknown) => {
    throw new Error(`cannot read ${path}: ${errorMessage(error)}`, { cause: error });
  });
  const receipts = findReceipts(document);
  if (receipts.length === 0) throw new Error(`${path} contains no receipt`);
  return receipts.map((receipt) => ({
    id: typeof receipt.id === 'string' ? receipt.id : '(no id)',
    verification: verifyReceipt(receipt, keys),
  }));
}
