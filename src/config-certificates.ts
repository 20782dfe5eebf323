import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';

/** Maximum size of a file; the bundle of an operating system has 250 kB. */
const maxFileBytes = 4_000_000;
/** Endings of the files that are read in a folder. */
const extensions: ReadonlySet<string> = new Set(['.pem', '.crt', '.cer']);
const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/** Returns the PEM blocks of a text; what stands between them is a comment (RFC 7468 section 2). */
function findBlocks(text: string): string[] {
  const blocks: string[] = [];
  for (let from = text.indexOf(begin); from !== -1; ) {
    const to = text.indexOf(end, from);
    if (to === -1) throw new Error(`certificate ${blocks.length + 1} has no line "${end}"`);
    blocks.push(text.slice(from, to + end.length));
    from = text.indexOf(begin, to);
  }
  return blocks;
}

function readFile(path: string): string[] {
  if (statSync(path).size > maxFileBytes)
    throw new Error(`${path} has more than ${maxFileBytes / 1e6} MB. Use a file with certificates only`);
  const text = readFileSync(path, 'latin1');
  try {
    const blocks = findBlocks(text);
    for (const [index, block] of blocks.entries()) {
      if (!isCertificate(block)) throw new Error(`certificate ${index + 1} is damaged`);
    }
    if (blocks.length === 0) throw new Error('it contains no certificate');
    return blocks;
  } catch (error) {
    const advice = `Use PEM, with one block "${begin}" for each certificate`;
    throw new Error(`${path}: ${(error as Error).message}. ${advice}`, { cause: error });
  }
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}

function describe(error: unknown, path: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `${path} does not exist. Correct the path`;
  if (code === 'EACCES') return `${path} cannot be read: permission denied. Allow this user to read it`;
  return message;
}

/**
 * Reads the certificates of a PEM file, or of the `.pem`, `.crt` and `.cer` files of a folder. Returns one PEM text for each
 * certificate, none without a path. Throws an Error of one line if one cannot be read.
 */
export function readConfigCertificates(text: string | null): string[] {
  if (text === null) return [];
  const path = resolve(text);
  try {
    if (!statSync(path).isDirectory()) return readFile(path);
    const names = readdirSync(path).filter((name) => extensions.has(extname(name).toLowerCase()));
    if (names.length === 0)
      throw new Error(`the folder ${path} has no file that ends with ${[...extensions].join(', ')}`);
    return [...new Set(names.sort().flatMap((name) => readFile(join(path, name))))];
  } catch (error) {
    throw new Error(describe(error, path), { cause: error });
  }
}
