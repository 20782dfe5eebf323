import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Exit code and output of a command. */
export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** The program as run from a checkout. */
export const program = fileURLToPath(new URL('../../bin/webdata.mjs', import.meta.url));

/** Runs a command to its end as a separate process with only this environment. */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string>,
  stdin = '',
  command: readonly string[] = [process.execPath, program],
  cwd?: string,
): Promise<CommandResult> {
  const [file, ...first] = command;
  const child = spawn(file as string, [...first, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: 'pipe',
    ...(cwd !== undefined && { cwd }),
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  child.stdin.on('error', () => {}).end(stdin);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? -1, ...said };
}

/** Runs commands one after the other in one process, which ends with the test. */
export function openCommands(
  t: TestContext,
  environment: Record<string, string>,
): (args: readonly string[]) => Promise<CommandResult> {
  const batch = fileURLToPath(new URL('./command-batch.ts', import.meta.url));
  const child = spawn(process.execPath, [batch], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The process handles SIGTERM by an orderly stop.
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (args) => {
    child.stdin.write(`${JSON.stringify(args)}\n`);
    const { done, value } = await lines.next();
    if (done) throw new Error(`the process of commands ended at ${args.join(' ')}`);
    return JSON.parse(value) as CommandResult;
  };
}
