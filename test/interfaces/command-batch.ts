// Runs many commands of the program in one process: a JSON array of arguments a line comes in, a result a line goes out.
import { createInterface } from 'node:readline';
import { createProgram } from '../../src/app/commands/program.ts';
import { runCommandLine } from '../../src/interfaces/cli/command-line.ts';

// Each command listens for a reader who goes away and for being told to stop.
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
const write = {
  stdout: process.stdout.write.bind(process.stdout),
  stderr: process.stderr.write.bind(process.stderr),
};

for await (const line of createInterface({ input: process.stdin })) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  }
  const code = await runCommandLine(JSON.parse(line) as string[], createProgram());
  Object.assign(process.stdout, { write: write.stdout });
  Object.assign(process.stderr, { write: write.stderr });
  process.stdout.write(`${JSON.stringify({ code, ...said })}\n`);
}
process.exit(0);
