// Writes THIRD-PARTY-NOTICES.txt: the packages that a release contains or installs, with the texts of their licences.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, listShippedPackages, root } from './packaging/shipped-packages.mjs';

const path = join(root, 'THIRD-PARTY-NOTICES.txt');
const line = '-'.repeat(80);

/** Returns the licence and notice files of an installed package as one text, or null if it has none. */
function readLicenceText(folder) {
  const names = readdirSync(join(root, folder))
    .filter((name) =>
      /^(?:[a-z]{1,20}-)?(?:licen[cs]e|copying|notice|copyright|third-party-notices)/i.test(name),
    )
    .filter((name) => !/\.(c?js|ts|json|map)$/.test(name))
    .sort();
  const texts = names.map((name) =>
    readFileSync(join(root, folder, name), 'utf8')
      .replaceAll('\r\n', '\n')
      .trim(),
  );
  return texts.length === 0 ? null : texts.join('\n\n');
}

/** Returns who holds the rights to a package without a licence file, as its package.json states. */
function readAuthor(folder) {
  const {
    author,
    contributors = [],
    repository,
  } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const person = [author, ...contributors].find((each) => each !== undefined);
  const name = typeof person === 'string' ? person : person?.name;
  const url = typeof repository === 'string' ? repository : repository?.url;
  return [name, url].filter(Boolean).join(', ') || 'its authors';
}

/** Returns the text of a package; packages of other platforms are not installed and have the text of their sibling. */
function licenceTextOf({ name, license, paths }, all) {
  const folder = paths.find(isInstalled);
  if (folder !== undefined) {
    return (
      readLicenceText(folder) ??
      `The package has no licence file. It states the licence ${license} and its origin: ${readAuthor(folder)}.`
    );
  }
  const sibling = all.find(
    (other) =>
      name.includes('/') &&
      other.name.startsWith(name.slice(0, name.indexOf('/') + 1)) &&
      other.paths.some(isInstalled),
  );
  return sibling === undefined ? `Licence: ${license}.` : licenceTextOf(sibling, all);
}

/** Returns the whole file; packages with the same text are listed together. */
function notices() {
  const packages = listShippedPackages();
  const groups = new Map();
  for (const each of packages) {
    const text = licenceTextOf(each, packages);
    groups.set(text, [...(groups.get(text) ?? []), each]);
  }
  return [
    'Third-party software of webdata',
    '',
    'webdata installs the packages marked "installed" beside itself. The files of its console contain code of the packages',
    'marked "bundled". Data files that are part of webdata are described in NOTICE.',
    '',
    ...packages.map(({ name, version, license, use }) => `${name} ${version} (${license}), ${use}`),
    ...[...groups].flatMap(([text, members]) => [
      '',
      line,
      ...members.map(({ name, version }) => `${name} ${version}`),
      '',
      text,
    ]),
    '',
  ].join('\n');
}

writeFileSync(path, notices());
