// `kill PID` of `npm start`. npm forwards SIGTERM only to its shell, which ends without forwarding it, and a SIGKILL of npm
// reaches nothing: the service would continue as an orphan. `"start": "exec node …"` would solve only the first case, and
// Windows has no `exec`. So the launcher checks whether its parents are alive, but only if npm started it: a service
// started from a shell (`node bin/webdata.mjs &`) outlives that shell. On Linux, npm behind its shell is found in /proc; on
// other systems the direct parent is watched, which on macOS is npm. On Windows, `taskkill /T` ends all processes.
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './program.mjs';

const pollMs = 500;

/** Returns the process id of a process's parent; null if that has ended or this system has no /proc. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses, which may contain anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/**
 * Returns true if the process is the shell of an npm script. Some shells replace themselves with the command that they run;
 * the parent is then npm itself, whose own parent does not matter.
 */
function isScriptShell(pid) {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return args.includes('-c') && args.some((text) => text.includes(process.env.npm_lifecycle_script));
  } catch {
    return false;
  }
}

/** Returns true if this process belongs to the `start` script of this package, or to the set-up before a script. */
function isNpmStart() {
  const { npm_lifecycle_event: event, npm_package_json: manifest } = process.env;
  if (!/^(?:start|pre[a-z:]+)$/.test(event ?? '') || manifest === undefined) return false;
  try {
    return realpathSync(manifest) === realpathSync(join(root, 'package.json'));
  } catch {
    return false;
  }
}

/** Calls `onEnded` once npm has ended, if `npm start` of this package started this process. Does not keep the process alive. */
export function watchNpm(onEnded) {
  if (!isNpmStart()) return;
  const parent = process.ppid;
  const npm = isScriptShell(parent) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(timer);
    onEnded();
  }, pollMs).unref();
}
