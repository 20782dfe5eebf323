import assert from 'node:assert/strict';
import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../interfaces/run-command.ts';
import { compiler, installClient } from './built-client.ts';
import { readExamples, runExample, stepMarker, withHosts } from './readme-examples.ts';
import { startReadmeWorld } from './readme-world.ts';
import { checkReceiver, freePort, receiverHost } from './webhook-example.ts';

/** Creates the client as the first example of the README does; later examples use it. */
const start = `import process from 'node:process';
import { createClient } from 'webdata-client';
const { WEBDATA_URL: url = '', WEBDATA_KEY: key = '' } = process.env;
const client = createClient({ url, key });
`;

/** Ends a step and waits for a line of input. */
const between = `
process.stdout.write('${stepMarker}');
await new Promise((resolve) => process.stdin.once('data', resolve));
`;

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

test('the examples of the README of the TypeScript client', async (t) => {
  const examples = await readExamples(new URL('../../clients/typescript/README.md', import.meta.url), 'ts');
  const world = await startReadmeWorld(t);
  const { folder } = await installClient(t);
  await symlink(
    fileURLToPath(new URL('../../node_modules/@types', import.meta.url)),
    join(folder, 'node_modules', '@types'),
  );
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const program = async (code: string): Promise<{ file: string; place: string }> => {
    const place = await mkdtemp(join(folder, 'example-'));
    const file = join(place, 'example.ts');
    const text = `${code.includes('createClient({') ? '' : start}${code}`;
    await writeFile(file, withHosts(text, world.hosts));
    return { file, place };
  };

  for (const { title, steps } of examples.filter((example) => example.title !== 'Webhooks')) {
    const skip = title.startsWith('Log in') && !world.hasBrowser && 'no browser on this machine';
    await t.test(title, { skip }, async () => {
      await world.reset();
      const code = `${steps.map((step) => step.code).join(between)}${between}process.stdin.unref();\n`;
      const { file, place } = await program(code);
      const command = [process.execPath, file];
      await runExample({ command, folder: place, environment: world.environment }, steps, async () =>
        world.change(),
      );
    });
  }

  await t.test('Webhooks', async (part) => {
    const [step] = examples.find(({ title }) => title === 'Webhooks')?.steps ?? [];
    assert.ok(step);
    const port = await freePort();
    const listening = `listen(${port}, '${receiverHost}', () => console.log('ready'))`;
    const { file, place } = await program(step.code.replace("listen(9000, '127.0.0.1')", listening));
    const receiver = { command: [process.execPath, file], folder: place, environment: world.environment };
    await checkReceiver(part, world.service, receiver, port);
  });

  await t.test('all of them match the types of the client', async () => {
    const files = { compilerOptions, include: ['example-*/example.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(files));
    const { code, stdout } = await runCommand(['-p', folder], {}, '', compiler);
    assert.equal(code, 0, stdout);
  });

  assert.equal(examples.length, 9);
});
