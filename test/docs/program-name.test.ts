import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Records of the past, and this test. */
const notAdvice = /^(?:CHANGELOG\.md|docs\/decisions\/|test\/|bench\/|package-lock\.json)/;

/**
 * Commands with which npm fetches a package by the bare name of this one. The name is not registered, so that they run or
 * install what somebody else publishes under it. The day it is published, this test goes.
 */
const unsafe = [
  /\bnpx\s+(?:-\S+\s+)*webdata\b/,
  /["']npx["'],[^\n]*["']webdata["']/,
  /\bnpm\s+(?:exec|x|init|create)\s+(?:-(?!-package)\S+\s+)*webdata\b/,
  /\bnpm\s+(?:exec|x)\b[^\n]*--package[= ]webdata\b/,
  /\bnpm\s+(?:install|i|add)\s+(?:-\S+\s+)*webdata(?:@\S*)?(?:\s|$)/,
  /\b(?:pnpm\s+dlx|yarn\s+dlx|bunx)\s+webdata\b/,
];

function findUnsafe(text: string): string[] {
  return text.split('\n').filter((line) => unsafe.some((pattern) => pattern.test(line)));
}

test('no text advises to run or install the program by a name that is not ours in the registry', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const texts = files.filter((path) => /\.(?:md|ts|tsx|mjs|json|txt|sh|py|toml|service)$/.test(path));
  const found = texts
    .filter((path) => !notAdvice.test(path))
    .flatMap((path) => findUnsafe(readFileSync(`${root}/${path}`, 'utf8')).map((line) => `${path}: ${line}`));
  assert.ok(texts.length > 500);
  assert.deepEqual(found, []);
});

test('every form of such a command is found, and those of a checkout or a file are not', () => {
  const bad = [
    'npx -y webdata mcp',
    '"command": "npx", "args": ["-y", "webdata"]',
    'npm exec -- webdata',
    'npm i -g webdata',
    'bunx webdata',
  ];
  for (const line of bad) assert.equal(findUnsafe(line).length, 1, line);
  const good = [
    'node bin/webdata.mjs scrape',
    'npm exec --yes --package=/path/to/webdata-0.2.0.tgz -- webdata mcp',
    'npm install --global /path/to/webdata-0.2.0.tgz',
    'npm start -- doctor',
  ];
  for (const line of good) assert.deepEqual(findUnsafe(line), [], line);
});
