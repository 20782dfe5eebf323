import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

/** Variables of the environment by name. */
export type ProgramEnvironment = Readonly<Record<string, string | undefined>>;

/** Settings of `less` unless the user has own ones: colors, no wait for a text that fits, and the text stays on the screen. */
const lessSettings = 'FRX';

/** Returns the command that shows long texts, as `PAGER` names it; null if it is empty or `cat`. */
function findPager(environment: ProgramEnvironment): string | null {
  const pager = (environment.PAGER ?? 'less').trim();
  return pager === '' || pager === 'cat' ? null : pager;
}

/** Returns the rows of a terminal that a text takes. */
function countRows(text: string, columns: number): number {
  return text
    .split('\n')
    .reduce(
      (rows, line) => rows + Math.max(1, Math.ceil(stripVTControlCharacters(line).length / columns)),
      0,
    );
}

/** Shows a text in a program of the user; returns false if the program does not exist. */
async function page(text: string, pager: string, environment: ProgramEnvironment): Promise<boolean> {
  const child = spawn(pager, {
    shell: true,
    stdio: ['pipe', 'inherit', 'ignore'],
    env: { LESS: lessSettings, ...environment },
  });
  // The user may end the program before it has read everything.
  child.stdin?.on('error', () => {});
  child.stdin?.end(text);
  const [code] = (await once(child, 'close')) as [number | null];
  // Shells report a command that they do not find with 127.
  return code !== 127;
}

/** Writes a text to standard output: on a terminal that it does not fit into, with the pager of the user. */
export async function showText(text: string, environment: ProgramEnvironment): Promise<void> {
  const { isTTY, rows = 0, columns = 80 } = process.stdout;
  const pager = isTTY && countRows(text, columns) > rows ? findPager(environment) : null;
  if (pager !== null && (await page(text, pager, environment))) return;
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
