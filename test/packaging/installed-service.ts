import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { untilFound } from '../replication/programs.ts';
import { type DebianSystem, systemEnvironment } from './debian-system.ts';
import { parseServiceUnit } from './systemd-unit.ts';

/** Unit of the Debian package. */
export const unitPath = '/usr/lib/systemd/system/webdata.service';

/** Command that starts the service in a system, and its environment. */
interface ServiceCommand {
  command: readonly string[];
  environment: NodeJS.ProcessEnv;
}

/**
 * Starts the service with a free port until `work` has ended, and asserts that it stops without an error. It chooses the port
 * itself: a port that is found free can belong to a service of another test by the time it is used.
 */
export async function withInstalledService(
  system: DebianSystem,
  { command, environment }: ServiceCommand,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const child = spawn('unshare', system.enter(...command), {
    env: { ...environment, PATH: systemEnvironment.PATH, PORT: '0' },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'exit');
  try {
    const url = await untilFound(
      async () => {
        if (child.exitCode !== null) return '';
        const text = await readFile(join(system.root, '/var/lib/webdata/service.json'), 'utf8');
        const address = JSON.parse(text) as { url: string };
        return (await fetch(`${address.url}/readyz`)).ok ? address.url : null;
      },
      () => output,
    );
    assert.notEqual(url, '', `the service ended: ${output}`);
    await work(url);
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
  assert.equal(child.exitCode, 0, output);
}

/** Starts the service as its unit does, until `work` has ended. */
export async function withUnitService(
  system: DebianSystem,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const read = (path: string) => readFile(join(system.root, path), 'utf8');
  const unit = parseServiceUnit(await read(unitPath));
  const settings = await Promise.all(unit.environmentFiles.map(async (path) => parseEnv(await read(path))));
  await system.run('install', '-d', '-o', unit.user, '-g', unit.group, '-m', '0750', '/var/cache/webdata');
  const user = [`--reuid=${unit.user}`, `--regid=${unit.group}`, '--init-groups', '--inh-caps=-all'];
  const command = ['setpriv', ...user, '--no-new-privs', ...unit.command];
  const environment = Object.assign({}, unit.environment, ...settings) as NodeJS.ProcessEnv;
  await withInstalledService(system, { command, environment }, work);
}
