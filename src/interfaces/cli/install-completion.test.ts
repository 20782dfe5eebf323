import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { installCompletion, type UserShell } from './install-completion.ts';
import { UsageError } from './usage-error.ts';

test('completion is installed once for the shell of the user', async (t) => {
  const home = await mkdtemp(join(tmpdir(), "webdata user's home-"));
  t.after(() => rm(home, { recursive: true, force: true }));
  const user = (path: string): UserShell => ({
    path,
    home,
    zshFolder: home,
    configFolder: join(home, '.config'),
    dataFolder: join(home, '.local', 'share'),
    findsProgram: true,
  });
  await writeFile(join(home, '.bashrc'), 'alias ll="ls -l"');
  const install = (path: string) => installCompletion(user(path), (shell) => `# script of ${shell}\n`);
  const first = await install('/bin/bash');
  assert.match(first.join('\n'), /added a line to .*\.bashrc/);
  const start = await readFile(join(home, '.bashrc'), 'utf8');
  assert.match(start, /^alias ll="ls -l"\n\n# Completion of webdata\n\[ -r '.*completion\.bash' \] && \. '/);
  assert.match((await install('/bin/bash')).join('\n'), /loads it already/);
  assert.equal(await readFile(join(home, '.bashrc'), 'utf8'), start);
  await install('/usr/bin/zsh');
  assert.match(await readFile(join(home, '.zshrc'), 'utf8'), /compinit/);
  await install('/usr/bin/fish');
  const fish = join(home, '.config', 'fish', 'completions', 'webdata.fish');
  assert.equal(await readFile(fish, 'utf8'), '# script of fish\n');
  await assert.rejects(install('/bin/tcsh'), UsageError);
});
