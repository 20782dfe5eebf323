import { readFile } from 'node:fs/promises';
import { messageOf } from '../../domain/failure.ts';
import { type PublicJwk, type Verification, verifyReceipt } from '../../domain/signature.ts';

/** Bytes of a file of receipts or keys that are read at most. */
const maxBytes = 64 * 1024 * 1024;

type Document = Record<string, unknown>;

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every receipt in a document: a receipt itself, a page result, or an answer with many of them. */
function receiptsIn(document: Document): Document[] {
  if ('signature' in document) return [document];
  const { receipt, results } = document;
  const inside = Array.isArray(results) ? results.filter(isDocument).flatMap(receiptsIn) : [];
  return [...inside, ...(isDocument(receipt) ? [receipt] : [])];
}

async function readDocument(path: string): Promise<Document> {
  const bytes = await readFile(path === '-' ? '/dev/stdin' : path);
  if (bytes.byteLength > maxBytes) throw new Error('the file is too large');
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  if (!isDocument(value)) throw new Error('the file holds no JSON object');
  return value;
}

async function fetchKeys(address: string): Promise<Document> {
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = '/.well-known/jwks.json';
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' });
  if (!answer.ok) throw new Error(`${url.href} answered ${answer.status}`);
  const value: unknown = await answer.json();
  if (!isDocument(value)) throw new Error(`${url.href} holds no JSON object`);
  return value;
}

/** Public keys from a file or an address: a JWK set, a single key, or a catalog with its `receipt_key`. */
export async function loadKeys(source: string): Promise<PublicJwk[]> {
  const document = /^https?:/.test(source) ? await fetchKeys(source) : await readDocument(source);
  const { keys, receipt_key: receiptKey } = document;
  const found = Array.isArray(keys) ? keys : isDocument(receiptKey) ? [receiptKey] : [document];
  return found.filter((key) => isDocument(key) && key.kty === 'OKP') as PublicJwk[];
}

/** What was found for one receipt of a file. */
export interface VerifiedReceipt {
  id: string;
  verification: Verification;
}

/** Checks every receipt in a file; throws an Error that says why when the file cannot be read. */
export async function verifyFile(path: string, keys: readonly PublicJwk[]): Promise<VerifiedReceipt[]> {
  const document = await readDocument(path).catch((error: unknown) => {
    throw new Error(`cannot read ${path}: ${messageOf(error)}`, { cause: error });
  });
  const receipts = receiptsIn(document);
  if (receipts.length === 0) throw new Error(`${path} holds no receipt`);
  return receipts.map((receipt) => ({
    id: typeof receipt.id === 'string' ? receipt.id : '(no id)',
    verification: verifyReceipt(receipt, keys),
  }));
}
