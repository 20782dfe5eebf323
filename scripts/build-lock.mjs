// Lock of a build: a file with the id of the process that holds it.
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const lookEveryMs = 200;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive.
    return error.code === 'EPERM';
  }
}

function readText(path) {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Creates `to` as a second name of `from`; returns false if `to` exists. */
function link(from, to) {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that has ended, unless another process has replaced it meanwhile. */
function removeAbandoned(path) {
  const owner = readText(path);
  if (owner === null || isAlive(Number(owner))) return;
  const aside = `${path}.${process.pid}.abandoned`;
  try {
    fs.renameSync(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  // Another process has removed the abandoned lock and taken its own: it gets it back.
  if (readText(aside) !== owner) link(aside, path);
  fs.rmSync(aside, { force: true });
}

/**
 * Runs `work` while this process holds the lock file `path`. Waits while another process holds it; the lock of a process
 * that was killed is removed. The file is linked with its content, so that no process sees it empty.
 */
export async function withBuildLock(path, work) {
  fs.mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}`;
  fs.writeFileSync(own, String(process.pid));
  try {
    while (!link(own, path)) {
      removeAbandoned(path);
      await delay(lookEveryMs);
    }
  } finally {
    fs.rmSync(own, { force: true });
  }
  // Also if the build ends with `process.exit`.
  const release = () => fs.rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
