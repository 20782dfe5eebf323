// The service as a child process of the launcher (bin/launcher.mjs), which restarts it.
import { reportError, runProgram } from './program.mjs';

try {
  await runProgram();
} catch (error) {
  reportError(error);
}
