// Runs many commands of the program in one process: reads a JSON array of arguments per line and writes one result
// per line.
import { createInterface } from 'node:readline';
import { createProgram } from '../../src/app/commands/program.ts';
import { runCommandLine } from '../../src/interfaces/cli/command-line.ts';

// Each command adds listeners for a closed output and for signals.
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
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
