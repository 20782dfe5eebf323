import { createSsrfGuard } from '../src/web/guard/ssrf-guard.ts';
import { report } from './report.ts';

// Cost of the guard for a direct request: its verdicts in the client and on connect, and its check of every address
// of a name. The resolver answers at once, so that DNS itself does not count.
const rounds = 100_000;
const guard = createSsrfGuard({
  allowNetworks: ['10.0.0.0/8'],
  ownAddresses: () => [{ address: '127.0.0.1', port: 8787 }],
  resolve: async () => ['93.184.216.34', '93.184.216.35', '2606:2800:220:1::1'],
});

async function microseconds(work: () => unknown): Promise<number> {
  for (let round = 0; round < rounds / 10; round += 1) await work();
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return Math.round(((user + system) / rounds) * 10) / 10;
}

const name = new URL('https://www.example.com/page');
const literal = new URL('https://93.184.216.34/page');
const kept = await microseconds(() => guard.check(name));
const keptLiteral = await microseconds(() => guard.check(literal));
const fresh = await microseconds(async () => {
  guard.check(name);
  guard.check(name);
  await guard.resolve('www.example.com', 443);
});

const wanted = { below: 100 };
await report('guard', [
  { name: 'over a kept connection, by name', value: kept, unit: 'µs CPU', wanted },
  { name: 'over a kept connection, by IP literal', value: keptLiteral, unit: 'µs CPU', wanted },
  { name: 'over a new connection, three addresses checked', value: fresh, unit: 'µs CPU', wanted },
]);
