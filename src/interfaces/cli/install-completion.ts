import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Shell } from './completion.ts';
import { UsageError } from './usage-error.ts';

/** The shell of a user and the folders of its files. */
export interface UserShell {
  /** `$SHELL`: path of the shell; null if it is unset. */
  path: string | null;
  home: string;
  /** `$ZDOTDIR`: folder of the start files of zsh. */
  zshFolder: string;
  /** `$XDG_CONFIG_HOME`. */
  configFolder: string;
  /** `$XDG_DATA_HOME`. */
  dataFolder: string;
  /** True if the shell finds the command `webdata`. */
  findsProgram: boolean;
}

/** Files of a completion: the script, and the start file of the shell with the lines that load it. */
interface Installation {
  scriptPath: string;
  start: { path: string; lines(scriptPath: string): string[] } | null;
}

function installationOf(
  shell: Shell,
  { home, zshFolder, configFolder, dataFolder }: UserShell,
): Installation {
  // fish loads the scripts of this folder by itself.
  if (shell === 'fish')
    return { scriptPath: join(configFolder, 'fish', 'completions', 'webdata.fish'), start: null };
  const scriptPath = join(dataFolder, 'webdata', `completion.${shell}`);
  if (shell === 'bash')
    return {
      scriptPath,
      start: { path: join(home, '.bashrc'), lines: (path) => [`[ -r ${quote(path)} ] && . ${quote(path)}`] },
    };
  return {
    scriptPath,
    start: {
      path: join(zshFolder, '.zshrc'),
      lines: (path) => [
        '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }',
        `[ -r ${quote(path)} ] && . ${quote(path)}`,
      ],
    },
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

/** Adds the lines to a start file unless it has them. Returns true if it was changed. */
async function addLines(path: string, lines: readonly string[]): Promise<boolean> {
  const text = await readText(path);
  if (lines.every((line) => text.includes(line))) return false;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  await appendFile(path, `${gap}\n# Completion of webdata\n${lines.join('\n')}\n`);
  return true;
}

const shells: readonly Shell[] = ['bash', 'zsh', 'fish'];

/**
 * Installs the completion for the shell of a user: writes the script, and loads it in the start file of the shell, once. Returns lines
 * for the user. Throws UsageError for another shell.
 */
export async function installCompletion(
  user: UserShell,
  createScript: (shell: Shell) => string,
): Promise<string[]> {
  const name = basename(user.path ?? '');
  const shell = shells.find((known) => known === name);
  if (shell === undefined)
    throw new UsageError(
      `there is no completion for the shell "${name}" of SHELL; use bash, zsh or fish, or print a script with "completion bash"`,
    );
  const { scriptPath, start } = installationOf(shell, user);
  await mkdir(dirname(scriptPath), { recursive: true });
  await writeFile(scriptPath, createScript(shell));
  const lines = [`wrote ${scriptPath}`];
  if (start !== null) {
    const isChanged = await addLines(start.path, start.lines(scriptPath));
    lines.push(isChanged ? `added a line to ${start.path} that loads it` : `${start.path} loads it already`);
  }
  lines.push('start a new shell to use it; repeat this command after an upgrade');
  if (!user.findsProgram)
    lines.push(
      'the shell does not find the command "webdata": install it with "npm install --global webdata", or "npm link" in a checkout',
    );
  return lines;
}
