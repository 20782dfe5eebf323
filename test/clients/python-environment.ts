import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hangsAfterMs } from '../until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Folder of the Python client. */
export const pythonFolder = join(root, 'clients', 'python');
const cache = join(root, 'node_modules', '.cache', 'webdata', 'python');

/** A virtual environment. */
export interface PythonEnvironment {
  /** Path of its interpreter. */
  python: string;
}

/** Exit code and output of a command. */
interface PythonResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command with the settings of pip in the environment of this process. */
export function runPython(
  args: readonly string[],
  python: string,
  environment: Record<string, string> = {},
  folder = root,
): Promise<PythonResult> {
  const settings = Object.entries(process.env).filter(([name]) =>
    /^(?:PIP_|SSL_|https?_proxy|no_proxy)/i.test(name),
  );
  const inherited = Object.fromEntries(settings) as Record<string, string>;
  const isolated = { PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1', NO_COLOR: '1' };
  const { PATH, HOME } = process.env;
  const options = {
    cwd: folder,
    env: { PATH, HOME, ...inherited, ...isolated, ...environment },
    timeout: hangsAfterMs,
    maxBuffer: 16 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile(python, args, options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

async function findPython(): Promise<string | null> {
  for (const python of ['/usr/bin/python3', 'python3']) {
    const check = 'import sys, venv, ensurepip; raise SystemExit(sys.version_info < (3, 10))';
    const { code } = await runPython(['-c', check], python);
    if (code === 0) return python;
  }
  return null;
}

/**
 * Returns a virtual environment with packages from PyPI, which is kept until `packages` change, or the reason why there
 * is none. Throws an Error if PyPI does not have the packages.
 */
export async function pythonEnvironment(
  name: string,
  packages: readonly string[],
): Promise<PythonEnvironment | { missing: string }> {
  const python = await findPython();
  if (python === null) return { missing: 'Python 3.10 with venv is not installed (package python3-venv)' };
  const digest = createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 12);
  const folder = join(cache, `${name}-${digest}`);
  const interpreter = { python: join(folder, 'bin', 'python') };
  if (existsSync(join(folder, 'complete'))) return interpreter;
  await mkdir(cache, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  const created = await runPython(['-m', 'venv', folder], python);
  if (created.code !== 0) return { missing: `venv failed: ${created.stderr.slice(-500)}` };
  const options = ['--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '20'];
  const installed = await runPython(['-m', 'pip', 'install', ...options, ...packages], interpreter.python);
  // A package that does not exist is an error of the list, and not a reason to skip.
  if (installed.code !== 0 && !/connection broken|Connection\w*Error|timed out/i.test(installed.stderr)) {
    throw new Error(`pip install failed: ${installed.stderr.slice(-2_000)}`);
  }
  if (installed.code !== 0) return { missing: `PyPI cannot be reached: ${installed.stderr.slice(-500)}` };
  await writeFile(join(folder, 'complete.part'), '');
  await rename(join(folder, 'complete.part'), join(folder, 'complete'));
  return interpreter;
}

/** Reads a list of pinned packages. */
export async function pinnedPackages(file: string): Promise<string[]> {
  const text = await readFile(join(pythonFolder, file), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
