// Sets the version of the service and of its clients: `node scripts/set-version.mjs 0.2.0`, then `npm run generate`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [, , version = ''] = process.argv;
if (!/^\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[a-z0-9.]{1,30})?$/.test(version)) {
  throw new Error('usage: node scripts/set-version.mjs VERSION, such as 0.2.0');
}
const current = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** Replaces the first `count` texts that state the current version. */
function replace(path, before, count = 1) {
  const file = join(root, path);
  if (!existsSync(file)) return;
  let text = readFileSync(file, 'utf8');
  for (let index = 0; index < count; index += 1) {
    const place = text.indexOf(before(current));
    if (place === -1) throw new Error(`${path} does not state version ${current}`);
    text = text.slice(0, place) + before(version) + text.slice(place + before(current).length);
  }
  writeFileSync(file, text);
}

const json = (value) => `"version": "${value}"`;
// The lock file states the version of the service twice before that of any package.
replace('package-lock.json', json, 2);
replace('package.json', json);
replace('clients/typescript/package.json', json);
replace('clients/python/pyproject.toml', (value) => `version = "${value}"`);
replace('Dockerfile', (value) => `ARG VERSION=${value}`);
// Examples in documents.
replace('src/interfaces/openapi/example-answers.json', json);
replace('docs/operations.md', json);
replace('docs/operations.md', (value) => `webdata ${value}`);
replace('docs/webhooks.md', (value) => `webdata/${value}`);
