import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { installPeer, isInstalled } from '../../bench/peers/install-peer.ts';
import type { PeerName } from '../../bench/peers/peer-list.ts';
import type { Application } from './php-application.ts';

const programs = fileURLToPath(new URL('./programs/', import.meta.url));

/** A running web application of Python packages, with its own data. */
export interface PythonApplication extends Application {
  /** Runs a command of the application's program, one after the other, and returns its result. */
  command(name: string, input: object): Promise<unknown>;
}

/** Installs the packages into the cache of the bench, once; returns true if they are there. */
export async function hasPythonPackages(name: PeerName): Promise<boolean> {
  return isInstalled(await installPeer(name));
}

/** Serves an application with this program of `programs` on a loopback address. */
export async function startPythonApplication(
  name: PeerName,
  script: string,
  address: string,
): Promise<PythonApplication> {
  const peer = await installPeer(name);
  if (!isInstalled(peer)) throw new Error(`${name} could not be installed: ${peer.reason}`);
  const folder = await mkdtemp(join(tmpdir(), 'webdata-application-'));
  const child = spawn(peer.program, [join(programs, script), folder, address], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  async function close(): Promise<void> {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const ask = askInTurn(child);
  try {
    const { origin } = await ask(null);
    if (typeof origin !== 'string') throw new Error(`${script} did not write its origin`);
    return {
      origin,
      folder,
      url: (path) => `${origin}${path}`,
      async command(command, input) {
        return (await ask({ name: command, input })).result;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Answer {
  origin?: string;
  result?: unknown;
  error?: string;
}

/** Returns a function that writes a line of JSON, or none for the first answer, and returns the next line of the program. */
function askInTurn(child: ChildProcess): (question: object | null) => Promise<Answer> {
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('the program has no pipes');
  let errors = '';
  stderr.on('data', (part: Buffer) => {
    errors = `${errors}${part}`.slice(-4_000);
  });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close').then((): Answer => ({ error: `the program ended: ${errors}` }));
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(async () => {
      if (question !== null) stdin.write(`${JSON.stringify(question)}\n`);
      const next = lines.next().then(async ({ done, value }) => {
        return done === true ? await ended : (JSON.parse(value) as Answer);
      });
      const read = await next;
      if (read.error !== undefined) throw new Error(read.error);
      return read;
    });
    last = answer.catch(() => undefined);
    return answer;
  };
}
