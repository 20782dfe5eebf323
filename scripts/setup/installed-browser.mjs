// Finds a browser on the machine, without packages and without TypeScript: the set-up fetches one only if there is none.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const list = new URL('../../src/web/browser/find/known-browsers.json', import.meta.url);

function listVersions(cache) {
  try {
    return readdirSync(cache).filter((name) => name.startsWith('chromium'));
  } catch {
    // There is no cache.
    return [];
  }
}

/** Returns whether a program runs: Ubuntu has a `chromium-browser` that only says how to install one. */
function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/** Returns the path of a browser that runs, of the system or of Playwright's cache, or null. */
export function findInstalledBrowser() {
  const { programs, playwrightCaches, playwrightExecutables } = JSON.parse(readFileSync(list, 'utf8'));
  const cache = join(homedir(), playwrightCaches[process.platform] ?? '.');
  const cached = listVersions(cache).flatMap((version) =>
    playwrightExecutables.map((path) => join(cache, version, path)),
  );
  const candidates = [...(programs[process.platform] ?? []), ...cached];
  return candidates.find((program) => existsSync(program) && runs(program)) ?? null;
}
