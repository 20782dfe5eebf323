// The places that state the version of a release. `scripts/set-version.mjs` writes them, and a test compares them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shipped-packages.mjs';

const json = (version) => `"version": "${version}"`;

/** Files with the text that states the version, and how often it comes first in the file. */
export const versionPlaces = [
  { path: 'package.json', count: 1, text: json },
  // The version of the service comes twice before that of any package.
  { path: 'package-lock.json', count: 2, text: json },
  { path: 'clients/typescript/package.json', count: 1, text: json },
  { path: 'clients/python/pyproject.toml', count: 1, text: (version) => `version = "${version}"` },
  {
    path: 'clients/python/src/webdata/__init__.py',
    count: 1,
    text: (version) => `__version__ = "${version}"`,
  },
  { path: 'clients/typescript/README.md', count: 1, text: (version) => `webdata-client-${version}.tgz` },
  { path: 'Dockerfile', count: 1, text: (version) => `ARG VERSION=${version}` },
  // Examples in documents.
  { path: 'src/interfaces/openapi/example-answers.json', count: 1, text: json },
  { path: 'docs/operations.md', count: 1, text: json },
  { path: 'docs/operations.md', count: 1, text: (version) => `webdata ${version}` },
  { path: 'docs/webhooks.md', count: 1, text: (version) => `webdata/${version}` },
  { path: 'docs/self-hosting/systemd.md', count: 1, text: (version) => `webdata_${version}_amd64` },
];

/** Returns the version of package.json. */
export function readVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** Returns the newest release of CHANGELOG.md: its version, and its date as YYYY-MM-DD. */
export function newestRelease(changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) {
  const [, version, date] = /^## (\d[^ \n]*) - (\d{4}-\d{2}-\d{2})$/m.exec(changelog) ?? [];
  if (version === undefined) throw new Error('CHANGELOG.md has no heading "## VERSION - YYYY-MM-DD"');
  return { version, date };
}

/** Returns each place that does not state `version`, as `PATH: TEXT`.. */
export function findOtherVersions(version) {
  return versionPlaces
    .filter(({ path, count, text }) => {
      const file = join(root, path);
      if (!existsSync(file)) return true;
      const found = readFileSync(file, 'utf8').split(text(version)).length - 1;
      return found < count;
    })
    .map(({ path, text }) => `${path}: ${text(version)}`);
}
