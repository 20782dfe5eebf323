import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** How a command ended and what it said. */
export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** The program as a user runs it from a checkout. */
export const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Runs a command to its end, as a process of its own with this environment and nothing of ours. */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string>,
  stdin = '',
  command: readonly string[] = [process.execPath, program],
): Promise<CommandResult> {
  const [file, ...first] = command;
  const child = spawn(file as string, [...first, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: 'pipe',
    timeout: 60_000,
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
