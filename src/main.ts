import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Taking the types out of some hundred modules and compiling them is most of what a start costs. What it gave is kept
// beside the packages, where nobody writes who could not write the modules themselves; where we may not either, each
// start does it again.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'webdata'));

const { createProgram } = await import('./app/program.ts');
const { runCommandLine } = await import('./doors/cli/command-line.ts');

process.exitCode = await runCommandLine(process.argv.slice(2), createProgram());
