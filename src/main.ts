import { createProgram } from './app/commands/program.ts';
import { runCommandLine } from './interfaces/cli/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), createProgram());
