import { createProgram } from './app/program.ts';
import { runCommandLine } from './doors/cli/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), createProgram());
