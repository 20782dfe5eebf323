import { startWebShop } from '../test/world/web-shop.ts';

// The shop of the test world in a separate process, so that its time does not count as the service's.
const shop = await startWebShop('127.0.0.41', '127.0.0.42');
process.stdout.write(`${shop.origin}\n`);
process.on('SIGTERM', () => process.exit(0));
