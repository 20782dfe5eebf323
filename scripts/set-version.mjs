// Sets the version of the service and of its clients: `node scripts/set-version.mjs 0.2.0`, then `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packaging/shipped-packages.mjs';
import { readVersion, versionPlaces } from './packaging/version-places.mjs';

const [, , version = ''] = process.argv;
if (!/^\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[a-z0-9.]{1,30})?$/.test(version)) {
  throw new Error('usage: node scripts/set-version.mjs VERSION, such as 0.2.0');
}
const current = readVersion();

/** Replaces the first `count` texts that state the current version, unless they state the new one already. */
function replace({ path, count, text }) {
  const file = join(root, path);
  let content = readFileSync(file, 'utf8');
  for (let index = 0; index < count; index += 1) {
    const place = content.indexOf(text(current));
    if (place === -1 && content.includes(text(version))) continue;
    if (place === -1) throw new Error(`${path} does not state version ${current}: correct it by hand`);
    content = content.slice(0, place) + text(version) + content.slice(place + text(current).length);
  }
  writeFileSync(file, content);
}

versionPlaces.forEach(replace);
process.stdout.write(`set ${version}: add its section to CHANGELOG.md, then run "npm run generate"\n`);
