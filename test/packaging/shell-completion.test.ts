import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '../interfaces/run-command.ts';
import { findMissingPackages, untilFound } from '../replication/programs.ts';

/** An interactive shell in a terminal, as a user starts it. */
async function openShell(t: TestContext, command: string, environment: Record<string, string>) {
  const child = spawn('script', ['--quiet', '--command', command, '/dev/null'], {
    env: { TERM: 'xterm', LANG: 'C.UTF-8', COLUMNS: '200', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const closed = once(child, 'close');
  t.after(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await closed;
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const read = (pattern: RegExp) =>
    untilFound(
      async () => pattern.exec(output),
      () => `${command} does not show ${pattern}: ${JSON.stringify(output)}`,
    );
  return {
    read,
    type: (keys: string) => child.stdin.write(keys),
    closed,
  };
}

const shells = [
  { name: 'bash', path: '/bin/bash' },
  { name: 'zsh', path: '/usr/bin/zsh' },
  { name: 'fish', path: '/usr/bin/fish' },
];

for (const { name, path } of shells) {
  const skip = findMissingPackages({ [name]: path, bsdutils: '/usr/bin/script' });
  test(`completion install works in a new ${name}`, { skip }, async (t) => {
    const home = await mkdtemp(join(tmpdir(), "webdata user's home-"));
    // A shell that is killed can still write its history.
    t.after(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
    const programs = join(home, 'bin');
    await mkdir(programs);
    // Shows how it was called.
    await writeFile(join(programs, 'webdata'), '#!/bin/sh\nprintf "called: <%s>\\n" "$*"\n', { mode: 0o755 });
    const environment = { HOME: home, SHELL: path, PATH: `${programs}:/usr/bin:/bin` };
    const installed = await runCommand(['completion', 'install'], environment);
    assert.equal(installed.code, 0, installed.stderr);
    const shell = await openShell(t, path, environment);
    shell.type('echo rea""dy\n');
    await shell.read(/^ready/m);
    for (const [keys, expected] of [
      ['webdata dataset refr\t', 'dataset refresh'],
      ['webdata scrape --no-only\t', 'scrape --no-only-main-content'],
      ['webdata scrape --render nev\t', 'scrape --render never'],
      ['webdata help compl\t', 'help completion'],
    ] as const) {
      shell.type(keys);
      shell.type('\n');
      await shell.read(new RegExp(`called: <${expected} ?>`));
    }
    shell.type('exit\n');
    await shell.closed;
  });
}
