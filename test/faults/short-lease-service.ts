// The service as a separate process with leases short enough for a test. It prints its URL and stops at SIGTERM.
import { startService } from '../../src/app/service.ts';
import { readSettings } from '../../src/config.ts';

const service = await startService(readSettings(process.env), { lease: { leaseMs: 1_500, beatMs: 300 } });
process.stdout.write(`serving ${service.url}\n`);
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
