import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const python = '/usr/bin/python3';
const packaged = '/usr/share/doc/searx/examples/settings.yml';
const module = '/usr/lib/python3/dist-packages/searx/webapp.py';

/** True if the metasearch engine searx is installed from its Debian package (`apt-get install searx`). */
export const hasSearx = existsSync(python) && existsSync(packaged) && existsSync(module);

/** Engine of searx that queries a test index, which returns `{results: [{url, title, text}]}`. */
export interface SearxEngine {
  name: string;
  /** Search URL; searx inserts `{query}` and `{pageno}`. */
  searchUrl: string;
}

/** Running searx. */
export interface Searx {
  url: string;
  close(): Promise<void>;
}

/** Python program that writes the packaged settings, which must be complete, with some replaced. */
const writeSettings = `
import json, sys, yaml
settings = yaml.safe_load(open(sys.argv[1]))
for name, value in json.loads(sys.argv[3]).items():
    if isinstance(value, dict):
        settings.setdefault(name, {}).update(value)
    else:
        settings[name] = value
yaml.safe_dump(settings, open(sys.argv[2], 'w'))
`;

function settingsOf(port: number, engines: readonly SearxEngine[]): object {
  return {
    general: { debug: false },
    server: { bind_address: '127.0.0.1', port, secret_key: 'only for this test, 0123456789' },
    engines: engines.map(({ name, searchUrl }, at) => ({
      name,
      engine: 'json_engine',
      shortcut: `e${at}`,
      categories: 'general',
      paging: searchUrl.includes('{pageno}'),
      enable_http: true,
      search_url: searchUrl,
      results_query: 'results',
      url_query: 'url',
      title_query: 'title',
      content_query: 'text',
      timeout: 3,
    })),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function untilItAnswers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`searx ended: ${output()}`);
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`searx did not answer: ${output()}`);
}

/** Starts searx with these engines. */
export async function startSearx(engines: readonly SearxEngine[]): Promise<Searx> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-searx-'));
  const file = join(folder, 'settings.yml');
  const port = await freePort();
  const settings = JSON.stringify(settingsOf(port, engines));
  await promisify(execFile)(python, ['-c', writeSettings, packaged, file, settings]);
  const child = spawn(python, ['-m', 'searx.webapp'], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder, SEARX_SETTINGS_PATH: file },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-5_000);
    });
  }
  async function close(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await rm(folder, { recursive: true, force: true });
  }
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilItAnswers(url, child, () => output);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}
