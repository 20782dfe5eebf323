// Builds a Debian package of this checkout and its installed packages: `npm run build:deb`. Needs dpkg-deb, and the same
// processor architecture as the machines that install it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { fetchNode, nodePath } from '../bin/fetch-packages.mjs';
import { debianChangelog, releaseTime } from './packaging/debian-changelog.mjs';
import { isInstalled, productionPaths, root } from './packaging/shipped-packages.mjs';
import { readVersion } from './packaging/version-places.mjs';

const usage = `usage: node scripts/build-deb.mjs [--release] [--out FOLDER] [--version VERSION] [--compression xz|gzip|none] [--no-build]

Builds webdata_VERSION_ARCHITECTURE.deb. DEBFULLNAME and DEBEMAIL set its maintainer, to whom users report its errors; --release
requires both. Without them, the maintainer field says that the package is a local build.`;

const architectures = { x64: 'amd64', arm64: 'arm64' };
/** Options of dpkg-deb; the weaker ones are for packages that do not leave the machine. */
const compressions = { xz: ['-Zxz', '-z6'], gzip: ['-Zgzip', '-z1'], none: ['-Znone'] };
/** Where the program is installed. */
const programFolder = 'usr/lib/webdata';
const sources = join(root, 'deploy', 'debian');
/** Scripts that are started by their path. */
const scripts = { 'usr/bin/webdata': 'webdata', [`${programFolder}/backup`]: 'backup' };
/** Package that the Debian package replaces: Debian has a browser with updates. */
const replaced = /^node_modules\/@sparticuz\/chromium(?:\/|$)/;
/** Files that nothing reads at run time: types, sources, settings of development tools, and binaries of other platforms. */
const omitted = new RegExp(
  `\\.(?:map|[cm]?ts|bare|a)$|/\\.[a-z][^/]*$|/prebuilds/(?!linux-${process.arch}(?:/|$))[^/]+|/lib/pkgconfig$|/lib/postgresql/pgxs$`,
);
/** Entries at the top of a package that its program does not load. */
const omittedAtTop =
  /^(?:tests?|__tests__|demos?|docs?|examples?|benchmarks?|fixtures|emsdk|makefile|[^/]*\.html|(?:gulp|grunt)file\.c?js)$/i;

function write(folder, path, content, mode = 0o644) {
  const file = join(folder, path);
  fs.mkdirSync(dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
  fs.chmodSync(file, mode);
}

/** Copies a folder or file without omitted files; links stay as they are. */
function copy(from, to, isWanted = () => true) {
  fs.cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !omitted.test(path.slice(from.length)) && isWanted(path),
  });
}

/** Copies the program, its packages and its Node. */
function stageProgram(stage) {
  const target = join(stage, programFolder);
  for (const name of ['bin', 'dist', 'package.json']) copy(join(root, name), join(target, name));
  for (const path of productionPaths()) {
    if (replaced.test(path) || !isInstalled(path)) continue;
    const folder = join(root, path);
    // Nested packages have entries of their own.
    const isWanted = (file) => {
      const name = file.slice(folder.length + 1);
      return name !== 'node_modules' && !omittedAtTop.test(name);
    };
    copy(folder, join(target, path), isWanted);
  }
  write(stage, `${programFolder}/runtime/node`, fs.readFileSync(nodePath), 0o755);
  write(stage, `${programFolder}/defaults.env`, fs.readFileSync(join(sources, 'defaults.env')));
}

/** Writes the units, the scripts and the settings file, and the site that deploy/install.sh gives to Caddy. */
function stageService(stage) {
  for (const [path, name] of Object.entries(scripts)) {
    write(stage, path, fs.readFileSync(join(sources, name)));
  }
  write(stage, 'etc/webdata/webdata.env', fs.readFileSync(join(sources, 'webdata.env')));
  for (const name of ['webdata.service', 'webdata-backup.service', 'webdata-backup.timer']) {
    const unit = fs.readFileSync(join(root, 'deploy', 'systemd', name));
    write(stage, `usr/lib/systemd/system/${name}`, unit);
  }
  write(stage, 'usr/share/webdata/Caddyfile', fs.readFileSync(join(root, 'deploy', 'Caddyfile')));
}

/** Writes the completion of each shell where Debian expects it. */
function stageCompletions(stage) {
  const places = {
    bash: 'usr/share/bash-completion/completions/webdata',
    zsh: 'usr/share/zsh/vendor-completions/_webdata',
    fish: 'usr/share/fish/vendor_completions.d/webdata.fish',
  };
  const program = join(root, 'bin', 'webdata.mjs');
  for (const [shell, path] of Object.entries(places)) {
    write(stage, path, execFileSync(process.execPath, [program, 'completion', shell], { encoding: 'utf8' }));
  }
}

function stageDocumentation(stage, { version, maintainer }) {
  const folder = 'usr/share/doc/webdata';
  const packed = (path, content) => write(stage, `${path}.gz`, gzipSync(content, { level: 9 }));
  write(stage, `${folder}/copyright`, fs.readFileSync(join(sources, 'copyright')));
  write(stage, `${folder}/NOTICE`, fs.readFileSync(join(root, 'NOTICE')));
  for (const name of ['CHANGELOG.md', 'THIRD-PARTY-NOTICES.txt']) {
    packed(`${folder}/${name}`, fs.readFileSync(join(root, name)));
  }
  packed(`${folder}/sbom.cdx.json`, fs.readFileSync(join(root, 'dist', 'sbom.cdx.json')));
  packed(`${folder}/changelog`, debianChangelog({ version, maintainer }));
  packed('usr/share/man/man1/webdata.1', fs.readFileSync(join(sources, 'webdata.1')));
  write(stage, 'usr/share/lintian/overrides/webdata', fs.readFileSync(join(sources, 'lintian-overrides')));
}

/** Returns every file and link below a folder, with paths relative to it. */
function listFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Returns whether a file is a program that is started by its path. */
function isExecutable(stage, path) {
  if (Object.keys(scripts).some((name) => path === join(stage, name))) return true;
  const bytes = Buffer.alloc(4);
  const file = fs.openSync(path);
  fs.readSync(file, bytes, 0, bytes.length, 0);
  fs.closeSync(file);
  return bytes.toString('latin1') === '\x7fELF' && !/\.so(?:\.|$)/.test(basename(path));
}

/** Sets the modes that Debian's policy requires, whatever the umask of the checkout. */
function normalizeModes(stage) {
  fs.chmodSync(stage, 0o755);
  for (const entry of fs.readdirSync(stage, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    fs.chmodSync(path, entry.isDirectory() || isExecutable(stage, path) ? 0o755 : 0o644);
  }
}

function stageControl(stage, { version, maintainer, architecture }) {
  const files = listFiles(stage);
  const bytes = files.reduce((sum, file) => sum + fs.lstatSync(join(stage, file)).size, 0);
  const sums = files
    .filter((file) => !file.startsWith('etc/') && !fs.lstatSync(join(stage, file)).isSymbolicLink())
    .map((file) => {
      const digest = createHash('md5').update(fs.readFileSync(join(stage, file)));
      return `${digest.digest('hex')}  ${file}\n`;
    });
  const control = [
    'Package: webdata',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    'Section: web',
    'Priority: optional',
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    'Depends: adduser, ca-certificates, debconf (>= 0.5) | debconf-2.0, init-system-helpers (>= 1.54), libc6 (>= 2.28), libgcc-s1, libstdc++6, tzdata',
    'Recommends: chromium-headless-shell | chromium, fonts-liberation',
    'Description: self-hosted web data service for software agents',
    ' webdata reads web pages, finds typed data in them and watches them for changes,',
    ' over HTTP, the Model Context Protocol and the command line. Every result has a',
    ' signed receipt that states the route, the exit and the cost.',
    ' .',
    ' The package contains its database and its JavaScript runtime, and runs the',
    ' service as the user webdata. A browser is optional.',
    '',
  ].join('\n');
  write(stage, 'DEBIAN/control', control);
  write(stage, 'DEBIAN/md5sums', sums.join(''));
  write(stage, 'DEBIAN/conffiles', '/etc/webdata/webdata.env\n');
  write(stage, 'DEBIAN/templates', fs.readFileSync(join(sources, 'templates')));
  for (const name of ['config', 'postinst', 'prerm', 'postrm']) {
    write(stage, `DEBIAN/${name}`, fs.readFileSync(join(sources, name)), 0o755);
  }
}

/** Returns the maintainer field. Throws if a release has no maintainer. */
function readMaintainer(isRelease) {
  const { DEBFULLNAME: name = '', DEBEMAIL: email = '' } = process.env;
  if (name !== '' && /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@.]+$/.test(email)) return `${name} <${email}>`;
  if (isRelease || `${name}${email}` !== '')
    throw new Error(
      'the package has no maintainer: set DEBFULLNAME to a name, and DEBEMAIL to an address such as name@example.com',
    );
  return 'Local build without a maintainer <webdata@localhost>';
}

function buildPackage({ out, version, compression, release }) {
  const architecture = architectures[process.arch];
  if (process.platform !== 'linux' || architecture === undefined) {
    throw new Error(
      `there is no package for ${process.platform}-${process.arch}: build it on Linux, x64 or arm64`,
    );
  }
  const facts = { version, architecture, maintainer: readMaintainer(release) };
  const stage = fs.mkdtempSync(join(tmpdir(), 'webdata-deb-'));
  try {
    stageProgram(stage);
    stageService(stage);
    stageCompletions(stage);
    stageDocumentation(stage, facts);
    normalizeModes(stage);
    stageControl(stage, facts);
    const file = resolve(out, `webdata_${version}_${architecture}.deb`);
    fs.mkdirSync(dirname(file), { recursive: true });
    execFileSync('dpkg-deb', ['--root-owner-group', ...compressions[compression], '--build', stage, file], {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(releaseTime().getTime() / 1000) },
    });
    return file;
  } finally {
    fs.rmSync(stage, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  allowNegative: true,
  options: {
    out: { type: 'string', default: join(root, 'dist-deb') },
    version: { type: 'string', default: readVersion() },
    compression: { type: 'string', default: 'xz' },
    build: { type: 'boolean', default: true },
    release: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(`${usage}\n`);
else {
  readMaintainer(values.release);
  if (!Object.hasOwn(compressions, values.compression)) throw new Error(usage);
  if (values.build) {
    execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: ['ignore', 2, 2] });
  }
  const problem = await fetchNode();
  if (problem !== null) throw new Error(problem);
  const file = buildPackage(values);
  const { size } = fs.statSync(file);
  process.stdout.write(`${join(dirname(file), basename(file))}  ${(size / 1024 / 1024).toFixed(1)} MiB\n`);
}
