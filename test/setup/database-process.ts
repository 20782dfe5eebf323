// A process that runs the embedded database of the data directory in its first argument, as the service does, and says
// what happens in lines of JSON: what a test kills, stops and starts twice.
import { messageOf } from '../../src/domain/failure.ts';
import { silentLog } from '../../src/domain/log.ts';
import { openDataDirectory } from '../../src/runtime/data-directory.ts';
import { startEmbeddedPostgres } from '../../src/runtime/embedded-postgres.ts';

function say(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

try {
  const database = await startEmbeddedPostgres({
    dataDirectory: await openDataDirectory(process.argv[2] as string),
    log: silentLog,
    signal: new AbortController().signal,
    onLost: (reason) => say({ event: 'lost', message: reason.message }),
  });
  process.once('SIGTERM', async () => {
    await database.stop();
    say({ event: 'stopped' });
    process.exit(0);
  });
  const { adopted, connection } = database;
  say({ event: 'ready', pid: process.pid, adopted, connection });
  // Only a listener on a signal does not keep a process alive.
  setInterval(() => {}, 60_000);
} catch (error) {
  say({ event: 'failed', message: messageOf(error) });
  process.exitCode = 1;
}
