import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Complexity } from './analyse-expression.ts';

/** Complexities of known expressions, by {@link keyOf}. */
export type KnownComplexities = Map<string, Complexity>;

const file = new URL('./known-complexities.txt', import.meta.url);
const notice =
  '# Results of scripts/check-regexes.ts by SHA-256 of the expression; written by `npm run generate`.';

/** Returns the key of an expression in the file of known complexities. */
export function keyOf(source: string, flags: string): string {
  return createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 20);
}

/** Reads the known complexities. */
export async function readKnownComplexities(): Promise<KnownComplexities> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => /^[\da-f]/.test(line));
  return new Map(lines.map((line) => [line.slice(0, 20), line.slice(21) as Complexity]));
}

/** Replaces the known complexities; undecided ones are left out, so that they are analysed again. */
export async function writeKnownComplexities(known: KnownComplexities): Promise<void> {
  const lines = [...known]
    .filter(([, complexity]) => complexity !== 'unknown')
    .map((entry) => entry.join(' '));
  await writeFile(file, [notice, ...lines.sort(), ''].join('\n'));
}
