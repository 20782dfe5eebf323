import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { guardCases, publicAddress, scriptedNames } from '../../../test/world/guard-cases.ts';
import { GuardRejectionError } from './guard-verdict.ts';
import { createSsrfGuard, type Guard, type OwnAddress } from './ssrf-guard.ts';

const scripted = async (hostname: string): Promise<string[]> => scriptedNames[hostname] ?? [];

function createTestGuard(allowNetworks: string[], own: OwnAddress[] = [], resolve = scripted): Guard {
  return createSsrfGuard({ allowNetworks, ownAddresses: () => own, resolve });
}

/** Returns the result for a URL: the verdict of the check before the request, or of the lookup. */
async function getOutcome(guard: Guard, text: string): Promise<string> {
  const url = URL.parse(text);
  if (url === null) return 'url';
  const verdict = guard.check(url);
  if (!verdict.allowed) return verdict.code;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  try {
    await guard.resolve(hostname, Number(url.port) || 80);
    return 'allow';
  } catch (error) {
    if (error instanceof GuardRejectionError) return error.verdict.code;
    return (error as NodeJS.ErrnoException).code === 'ENOTFOUND' ? 'dns' : String(error);
  }
}

describe('every address of the table', () => {
  const guard = createTestGuard([]);
  for (const { url, expect } of guardCases) {
    test(`${JSON.stringify(url)} -> ${expect}`, async () => {
      assert.equal(await getOutcome(guard, url), expect);
    });
  }

  test('the URL parser removes carriage returns, which results in an unknown host', async () => {
    assert.notEqual(await getOutcome(guard, 'http://good.example.com\r\nHost: x/'), 'allow');
  });
});

describe('allowed networks', () => {
  test('allow exactly their addresses', async () => {
    const guard = createTestGuard(['127.0.0.2/32', '10.1.0.0/16', 'fd12::/16']);
    assert.equal(await getOutcome(guard, 'http://127.0.0.2:4000/'), 'allow');
    assert.equal(await getOutcome(guard, 'http://[::ffff:127.0.0.2]:4000/'), 'allow');
    assert.equal(await getOutcome(guard, 'http://127.0.0.1:4000/'), 'private_address');
    assert.equal(await getOutcome(guard, 'http://10.1.255.255/'), 'allow');
    assert.equal(await getOutcome(guard, 'http://10.2.0.0/'), 'private_address');
    assert.equal(await getOutcome(guard, 'http://[fd12::9]/'), 'allow');
    assert.equal(await getOutcome(guard, 'http://private.example.com/'), 'allow');
    assert.equal(await getOutcome(guard, 'http://mixed.example.com/'), 'private_address');
    assert.equal(await getOutcome(guard, 'http://good.example.com/'), 'allow');
  });

  test('do not allow addresses that only embed an allowed one', async () => {
    const guard = createTestGuard(['127.0.0.0/8', '10.0.0.0/8']);
    assert.equal(await getOutcome(guard, 'http://[64:ff9b::7f00:1]/'), 'private_address');
    assert.equal(await getOutcome(guard, 'http://[2002:a00:1::]/'), 'private_address');
    assert.equal(await getOutcome(guard, 'http://[::127.0.0.1]/'), 'private_address');
    assert.equal(await getOutcome(guard, 'http://nat64.example.com/'), 'private_address');
  });

  test('allow cloud metadata only with an entry for exactly that address', async () => {
    const wide = createTestGuard(['169.254.0.0/16', '100.64.0.0/10']);
    assert.equal(await getOutcome(wide, 'http://169.254.1.1/'), 'allow');
    assert.equal(await getOutcome(wide, 'http://169.254.169.254/'), 'private_address');
    assert.equal(await getOutcome(wide, 'http://100.100.100.200/'), 'private_address');
    assert.equal(
      await getOutcome(createTestGuard(['169.254.169.254/32']), 'http://169.254.169.254/'),
      'allow',
    );
  });

  test('do not allow ports of other services', async () => {
    const guard = createTestGuard(['127.0.0.0/8']);
    assert.equal(await getOutcome(guard, 'http://127.0.0.1:5432/'), 'port');
    assert.equal(await getOutcome(guard, 'http://127.0.0.1:22/'), 'port');
  });

  test('allow private names only if they resolve to allowed addresses', async () => {
    const names: Record<string, string[]> = {
      intranet: ['10.0.0.7'],
      'other.internal': ['10.9.0.1'],
      ai: [publicAddress],
    };
    const guard = createTestGuard(['10.0.0.0/24'], [], async (name) => names[name] ?? []);
    assert.equal(await getOutcome(guard, 'http://intranet/'), 'allow');
    assert.equal(await getOutcome(guard, 'http://other.internal/'), 'private_address');
    assert.equal(await getOutcome(guard, 'http://ai/'), 'private_address');
    assert.equal(await getOutcome(guard, 'http://localhost/'), 'private_address');
  });

  test('resolve localhost to the allowed loopback addresses, without DNS', async () => {
    const guard = createTestGuard(['127.0.0.0/8'], [], async () => assert.fail('DNS was used for localhost'));
    assert.deepEqual(await guard.resolve('localhost', 4000), [{ address: '127.0.0.1', family: 4 }]);
    assert.deepEqual(await guard.resolve('app.localhost', 4000), [{ address: '127.0.0.1', family: 4 }]);
  });

  test('are recognised by isOpened', async () => {
    const names: Record<string, string[]> = {
      'inside.example.com': ['127.0.0.5'],
      'good.example.com': [publicAddress],
    };
    const guard = createTestGuard(['127.0.0.0/8'], [], async (name) => names[name] ?? []);
    assert.equal(guard.isOpened(new URL('http://inside.example.com/')), false, 'not resolved yet');
    await guard.resolve('inside.example.com', 80);
    await guard.resolve('good.example.com', 80);
    assert.equal(guard.isOpened(new URL('http://inside.example.com/')), true);
    assert.equal(guard.isOpened(new URL('http://127.0.0.9:4000/')), true);
    assert.equal(guard.isOpened(new URL('http://localhost:4000/')), true);
    assert.equal(guard.isOpened(new URL(`http://${publicAddress}/`)), false);
    assert.equal(guard.isOpened(new URL('http://good.example.com/')), false);
  });

  test('are rejected at the start if they are not a CIDR', () => {
    assert.throws(() => createTestGuard(['somewhere']));
  });
});

describe('the ports of the service itself', () => {
  const own = [{ address: '127.0.0.1', port: 8787 }];

  test('are rejected at every address of this machine, allowed or not', async () => {
    const guard = createTestGuard(['0.0.0.0/0', '::/0'], own);
    const addresses = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ scopeid }) => !scopeid)
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
    for (const host of [
      ...addresses,
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:7f00:1]',
      'localhost',
    ]) {
      assert.equal(await getOutcome(guard, `http://${host}:8787/`), 'private_address', host);
      assert.equal(await getOutcome(guard, `http://${host}:8788/`), 'allow', host);
    }
  });

  test('are rejected only where they listen, if a server listens on exactly one address', async () => {
    const guard = createTestGuard(['0.0.0.0/0', '::/0'], [{ ...own[0], isExact: true } as OwnAddress]);
    for (const host of ['127.0.0.1', '0.0.0.0', '[::]', '[::ffff:7f00:1]', 'localhost']) {
      assert.equal(await getOutcome(guard, `http://${host}:8787/`), 'private_address', host);
    }
    assert.equal(await getOutcome(guard, 'http://127.0.0.11:8787/'), 'allow');
  });

  test('are rejected for names that resolve to this machine', async () => {
    const guard = createTestGuard(['127.0.0.0/8'], own, async () => ['127.0.0.1']);
    assert.equal(await getOutcome(guard, 'http://sly.example.com:8787/'), 'private_address');
    assert.equal(await getOutcome(guard, 'http://sly.example.com:8788/'), 'allow');
  });

  test('are read at the time of the request, and do not affect other addresses', async () => {
    const listening: OwnAddress[] = [];
    const guard = createTestGuard(['127.0.0.0/8'], listening);
    assert.equal(await getOutcome(guard, 'http://127.0.0.1:9999/'), 'allow');
    listening.push({ address: '0.0.0.0', port: 9999 });
    assert.equal(await getOutcome(guard, 'http://127.0.0.1:9999/'), 'private_address');
    assert.equal(await getOutcome(guard, `http://${publicAddress}:9999/`), 'allow');
  });
});

describe('sockets that connect through the lookup', () => {
  let server: Server;
  let hits = 0;

  before(async () => {
    server = createServer((socket) => {
      hits += 1;
      socket.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => new Promise((resolve) => server.close(resolve)));

  const connectThroughLookup = (guard: Guard, host: string, autoSelectFamily: boolean) =>
    new Promise<string>((resolve) => {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ host, port, lookup: guard.lookupFor(port), autoSelectFamily });
      socket.on('connect', () => resolve('connected'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      socket.on('close', () => socket.destroy());
    });

  test('reach no private address, in any order of DNS answers', async () => {
    for (const family of [true, false]) {
      assert.equal(
        await connectThroughLookup(createTestGuard([]), 'mixed.example.com', family),
        'private_address',
      );
      assert.equal(await connectThroughLookup(createTestGuard([]), 'nodns.example.com', family), 'ENOTFOUND');
    }
    assert.equal(hits, 0);
  });

  test('reach allowed addresses', async () => {
    const guard = createTestGuard(['127.0.0.1/32'], [], async () => ['127.0.0.1']);
    assert.equal(await connectThroughLookup(guard, 'open.example.com', true), 'connected');
    assert.equal(await connectThroughLookup(guard, 'open.example.com', false), 'connected');
  });

  test('resolve once per connection, so that DNS rebinding has no effect', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const guard = createTestGuard(['127.0.0.1/32'], [], async () => answers.shift() ?? []);
    assert.equal(await connectThroughLookup(guard, 'rebind.example.com', true), 'connected');
    assert.equal(await connectThroughLookup(guard, 'rebind.example.com', true), 'private_address');
  });
});
