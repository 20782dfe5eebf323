import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Output and exit status of a block of commands. */
export interface ShellResult {
  /** Standard output and standard error, in the order in which they were written, as on a terminal. */
  output: string;
  exitCode: number;
}

/** A shell that keeps its variables from one block of commands to the next. */
export interface GuideShell {
  /** Runs commands. Rejects if they take longer than the limit or end the shell. */
  run(commands: string): Promise<ShellResult>;
  close(): Promise<void>;
}

/** Separates the outputs of blocks; no command prints it. */
const separator = '\u001e';
const maxBlockMs = 90_000;

/** Starts bash in a folder, with this environment and nothing else. */
export function startGuideShell(folder: string, environment: Readonly<Record<string, string>>): GuideShell {
  const shell = spawn('bash', ['--norc', '--noprofile'], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
    // A group of its own, so that a block that hangs is ended with its commands.
    detached: true,
  });
  const ended = once(shell, 'close');
  let text = '';
  let onText = () => {};
  shell.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    onText();
  });
  shell.stdin.write('exec 2>&1\nshopt -s expand_aliases\n');

  function endGroup(): void {
    try {
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    } catch {
      // The shell has ended.
    }
  }

  function untilSeparators(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        endGroup();
        reject(new Error(`the commands took longer than ${maxBlockMs / 1_000} s: ${text}`));
      }, maxBlockMs);
      onText = () => {
        if (text.split(separator).length < 3) return;
        clearTimeout(timer);
        resolve();
      };
      ended.then(() => {
        clearTimeout(timer);
        reject(new Error(`the commands ended the shell: ${text}`));
      });
    });
  }

  return {
    async run(commands) {
      text = '';
      const finished = untilSeparators();
      // The commands read from a terminal in real use; here they must not read the rest of the script.
      shell.stdin.write(`{\n${commands}\n} </dev/null\nprintf '\\036%s\\036' "$?"\n`);
      await finished;
      const [output = '', code = ''] = text.split(separator);
      return { output, exitCode: Number(code) };
    },
    async close() {
      shell.stdin.end();
      endGroup();
      await ended;
    },
  };
}
