import { readFile } from 'node:fs/promises';
import type { PublicJwk } from '../../domain/crypto/signature.ts';
import { type ResultVerification, verifyResult } from '../../domain/crypto/verify-result.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';
import { fileProblem } from '../file-problem.ts';

/** Maximum size of a file with receipts or keys, in bytes. */
const maxBytes = 64 * 1024 * 1024;

type Document = Record<string, unknown>;

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path === '-' ? '/dev/stdin' : path);
  if (bytes.byteLength > maxBytes) throw new Error(`the file has more than ${maxBytes} bytes`);
  return bytes.toString('utf8');
}

async function readDocument(path: string): Promise<Document> {
  const value = parseJson(await readText(path));
  if (!isObject(value)) throw new Error(`cannot read ${path}: it is no JSON object with keys`);
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

/** Parses a JSON object. Throws an Error that says what the file must be: the message of the parser quotes the file. */
function parseObject(text: string): Document {
  const value = parseJson(text);
  if (!isObject(value))
    throw new Error('it is no JSON object; write the response with --json, or with -o page.json');
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the documents of a file: a JSON object, or one on each line as in an export. */
function parseDocuments(text: string): Document[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isNdjson =
    lines.length > 1 && lines.every((line) => line.startsWith('{') && line.trimEnd().endsWith('}'));
  return isNdjson ? lines.map(parseObject) : [parseObject(text)];
}

/**
 * Verifies every receipt and result in a file: a receipt, a result, a response with several results, or an export with
 * a result on each line. Throws an Error if the file cannot be read.
 */
export async function verifyFile(path: string, keys: readonly PublicJwk[]): Promise<ResultVerification[]> {
  try {
    return parseDocuments(await readText(path)).map((document) => verifyResult(document, keys));
  } catch (error) {
    throw new Error(`cannot read ${path}: ${fileProblem(error)}`, { cause: error });
  }
}

/** Returns the lines that state a verification: each result, then the response that contains them. */
export function verificationLines(verification: ResultVerification): string[] {
  const { id, valid, kid, reason, checked, unchecked, results } = verification;
  const inner = results.flatMap(verificationLines);
  // A list of the results of a job has no receipt of its own.
  if (id === null && results.length > 0) return inner;
  const names = (label: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`  ${label}: ${list.join(', ')}`];
  return [
    ...inner,
    `${id ?? '(no receipt)'}  ${valid ? `valid, signed by ${kid}` : `NOT VALID: ${reason}`}`,
    ...names('checked', checked),
    ...names('not checked', unchecked),
  ].map(oneLine);
}
