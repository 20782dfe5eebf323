// Process that runs the embedded database of the data directory in its first argument, like the service, and prints
// events as lines of JSON. Tests kill it, stop it and start it twice.
import { errorMessage } from '../../src/domain/system/failure.ts';
import { silentLog } from '../../src/domain/system/log.ts';
import { openDataDirectory } from '../../src/runtime/files/data-directory.ts';
import { startEmbeddedPostgres } from '../../src/runtime/postgres/embedded-postgres.ts';

function say(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

try {
  const database = await startEmbeddedPostgres({
    dataDirectory: await openDataDirectory(process.argv[2] as string),
    log: silentLog,
    signal: new AbortController().signal,
    onOwnershipLost: (reason) => say({ event: 'lost', message: reason.message }),
  });
  process.once('SIGTERM', async () => {
    await database.stop();
    say({ event: 'stopped' });
    process.exit(0);
  });
  const { isAdopted, connection } = database;
  say({ event: 'ready', pid: process.pid, adopted: isAdopted, connection });
  // A signal listener alone does not keep a process alive.
  setInterval(() => {}, 60_000);
} catch (error) {
  say({ event: 'failed', message: errorMessage(error) });
  process.exitCode = 1;
}
