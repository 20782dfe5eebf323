// The lock of the packages: two processes never change them at once (`npm start` and `npm test` in a new checkout).
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const packages = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'node_modules');
const path = join(packages, '.webdata-prepare');
/** After this time a process id may have been reused. */
const longestInstallMs = 10 * 60_000;
let isOurs = false;

/** Another process changed the packages; earlier checks are no longer valid. */
export class InstallationChanged extends Error {}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function linkIfFree(from, to) {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder() {
  try {
    return Number(fs.readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Returns whether the process that had the lock died during an installation. The packages are then deleted: npm considers
 * one complete as soon as its package.json exists.
 */
function isAbandoned() {
  const holder = readHolder();
  if (holder === null) return false;
  const age = Date.now() - (fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (isRunning(holder) && age < longestInstallMs) return false;
  for (const entry of fs.readdirSync(packages)) {
    if (!entry.startsWith(basename(path))) fs.rmSync(join(packages, entry), { recursive: true, force: true });
  }
  return true;
}

/** Returns whether another process has the lock, or had it when it died. */
export function isLocked() {
  return !isOurs && fs.existsSync(path);
}

/**
 * Takes the lock, unless this process has it. Rejects with InstallationChanged if another process had it until now, and with
 * the reason of an aborted `signal`. `onWait` is called once before it waits.
 */
export async function takeLock({ signal, onWait }) {
  if (isOurs) return;
  fs.mkdirSync(packages, { recursive: true });
  // Written before it is linked, so that no process reads a partial id.
  const draft = `${path}-${process.pid}`;
  fs.writeFileSync(draft, String(process.pid));
  try {
    for (let waited = false; ; waited = true) {
      if (linkIfFree(draft, path)) {
        isOurs = true;
        if (waited) throw new InstallationChanged();
        return;
      }
      if (isAbandoned()) fs.rmSync(path, { force: true });
      else if (!waited) onWait();
      await delay(200, undefined, { signal });
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Releases the lock, if this process has it. */
export function releaseLock() {
  if (isOurs) fs.rmSync(path, { force: true });
  isOurs = false;
}
