import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { guardCases, publicAddress, scriptedNames } from '../../test/world/guard-cases.ts';
import { createGuard, type Guard, type OwnAddress } from './guard.ts';
import { GuardRefusal } from './guard-verdict.ts';

const scripted = async (hostname: string): Promise<string[]> => scriptedNames[hostname] ?? [];

function guardOf(allowNetworks: string[], own: OwnAddress[] = [], resolve = scripted): Guard {
  return createGuard({ allowNetworks, ownAddresses: () => own, resolve });
}

/** What somebody who fetches the address would come to: the verdict before and that of the lookup. */
async function outcome(guard: Guard, text: string): Promise<string> {
  const url = URL.parse(text);
  if (url === null) return 'url';
  const verdict = guard.judge(url);
  if (!verdict.allowed) return verdict.code;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  try {
    await guard.resolve(hostname, Number(url.port) || 80);
    return 'allow';
  } catch (error) {
    if (error instanceof GuardRefusal) return error.verdict.code;
    return (error as NodeJS.ErrnoException).code === 'ENOTFOUND' ? 'dns' : String(error);
  }
}

describe('every address of the table', () => {
  const guard = guardOf([]);
  for (const { url, expect } of guardCases) {
    test(`${JSON.stringify(url)} -> ${expect}`, async () => {
      assert.equal(await outcome(guard, url), expect);
    });
  }

  test('carriage returns are folded away by the URL parser and leave an unknown host', async () => {
    assert.notEqual(await outcome(guard, 'http://good.example.com\r\nHost: x/'), 'allow');
  });
});

describe('opened networks', () => {
  test('open exactly what they name', async () => {
    const guard = guardOf(['127.0.0.2/32', '10.1.0.0/16', 'fd12::/16']);
    assert.equal(await outcome(guard, 'http://127.0.0.2:4000/'), 'allow');
    assert.equal(await outcome(guard, 'http://[::ffff:127.0.0.2]:4000/'), 'allow');
    assert.equal(await outcome(guard, 'http://127.0.0.1:4000/'), 'private_address');
    assert.equal(await outcome(guard, 'http://10.1.255.255/'), 'allow');
    assert.equal(await outcome(guard, 'http://10.2.0.0/'), 'private_address');
    assert.equal(await outcome(guard, 'http://[fd12::9]/'), 'allow');
    assert.equal(await outcome(guard, 'http://private.example.com/'), 'allow');
    assert.equal(await outcome(guard, 'http://mixed.example.com/'), 'private_address');
    assert.equal(await outcome(guard, 'http://good.example.com/'), 'allow');
  });

  test('do not open addresses that merely embed an opened one', async () => {
    const guard = guardOf(['127.0.0.0/8', '10.0.0.0/8']);
    assert.equal(await outcome(guard, 'http://[64:ff9b::7f00:1]/'), 'private_address');
    assert.equal(await outcome(guard, 'http://[2002:a00:1::]/'), 'private_address');
    assert.equal(await outcome(guard, 'http://[::127.0.0.1]/'), 'private_address');
    assert.equal(await outcome(guard, 'http://nat64.example.com/'), 'private_address');
  });

  test('open cloud metadata only when an entry names that very address', async () => {
    const wide = guardOf(['169.254.0.0/16', '100.64.0.0/10']);
    assert.equal(await outcome(wide, 'http://169.254.1.1/'), 'allow');
    assert.equal(await outcome(wide, 'http://169.254.169.254/'), 'private_address');
    assert.equal(await outcome(wide, 'http://100.100.100.200/'), 'private_address');
    assert.equal(await outcome(guardOf(['169.254.169.254/32']), 'http://169.254.169.254/'), 'allow');
  });

  test('leave the ports of other services shut', async () => {
    const guard = guardOf(['127.0.0.0/8']);
    assert.equal(await outcome(guard, 'http://127.0.0.1:5432/'), 'port');
    assert.equal(await outcome(guard, 'http://127.0.0.1:22/'), 'port');
  });

  test('let private names pass only when they stand for something opened', async () => {
    const names: Record<string, string[]> = {
      intranet: ['10.0.0.7'],
      'other.internal': ['10.9.0.1'],
      ai: [publicAddress],
    };
    const guard = guardOf(['10.0.0.0/24'], [], async (name) => names[name] ?? []);
    assert.equal(await outcome(guard, 'http://intranet/'), 'allow');
    assert.equal(await outcome(guard, 'http://other.internal/'), 'private_address');
    assert.equal(await outcome(guard, 'http://ai/'), 'private_address');
    assert.equal(await outcome(guard, 'http://localhost/'), 'private_address');
  });

  test('give localhost the loopback addresses that are opened, without asking DNS', async () => {
    const guard = guardOf(['127.0.0.0/8'], [], async () => assert.fail('asked DNS for localhost'));
    assert.deepEqual(await guard.resolve('localhost', 4000), [{ address: '127.0.0.1', family: 4 }]);
    assert.deepEqual(await guard.resolve('app.localhost', 4000), [{ address: '127.0.0.1', family: 4 }]);
  });

  test('are told apart by isOpened', async () => {
    const names: Record<string, string[]> = {
      'inside.example.com': ['127.0.0.5'],
      'good.example.com': [publicAddress],
    };
    const guard = guardOf(['127.0.0.0/8'], [], async (name) => names[name] ?? []);
    assert.equal(guard.isOpened(new URL('http://inside.example.com/')), false, 'nobody asked yet');
    await guard.resolve('inside.example.com', 80);
    await guard.resolve('good.example.com', 80);
    assert.equal(guard.isOpened(new URL('http://inside.example.com/')), true);
    assert.equal(guard.isOpened(new URL('http://127.0.0.9:4000/')), true);
    assert.equal(guard.isOpened(new URL('http://localhost:4000/')), true);
    assert.equal(guard.isOpened(new URL(`http://${publicAddress}/`)), false);
    assert.equal(guard.isOpened(new URL('http://good.example.com/')), false);
  });

  test('are refused at the start when they are no CIDR', () => {
    assert.throws(() => guardOf(['somewhere']));
  });
});

describe('the ports of the service itself', () => {
  const own = [{ address: '127.0.0.1', port: 8787 }];

  test('stay refused at every address of this machine, opened or not', async () => {
    const guard = guardOf(['0.0.0.0/0', '::/0'], own);
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
      assert.equal(await outcome(guard, `http://${host}:8787/`), 'private_address', host);
      assert.equal(await outcome(guard, `http://${host}:8788/`), 'allow', host);
    }
  });

  test('stay refused to names that stand for this machine', async () => {
    const guard = guardOf(['127.0.0.0/8'], own, async () => ['127.0.0.1']);
    assert.equal(await outcome(guard, 'http://sly.example.com:8787/'), 'private_address');
    assert.equal(await outcome(guard, 'http://sly.example.com:8788/'), 'allow');
  });

  test('are asked for at the time of the request, and do not matter elsewhere', async () => {
    const listening: OwnAddress[] = [];
    const guard = guardOf(['127.0.0.0/8'], listening);
    assert.equal(await outcome(guard, 'http://127.0.0.1:9999/'), 'allow');
    listening.push({ address: '0.0.0.0', port: 9999 });
    assert.equal(await outcome(guard, 'http://127.0.0.1:9999/'), 'private_address');
    assert.equal(await outcome(guard, `http://${publicAddress}:9999/`), 'allow');
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

  const dial = (guard: Guard, host: string, autoSelectFamily: boolean) =>
    new Promise<string>((resolve) => {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ host, port, lookup: guard.lookupFor(port), autoSelectFamily });
      socket.on('connect', () => resolve('connected'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      socket.on('close', () => socket.destroy());
    });

  test('reach nothing private, whichever answer comes first', async () => {
    for (const family of [true, false]) {
      assert.equal(await dial(guardOf([]), 'mixed.example.com', family), 'private_address');
      assert.equal(await dial(guardOf([]), 'nodns.example.com', family), 'ENOTFOUND');
    }
    assert.equal(hits, 0);
  });

  test('reach what is opened', async () => {
    const guard = guardOf(['127.0.0.1/32'], [], async () => ['127.0.0.1']);
    assert.equal(await dial(guard, 'open.example.com', true), 'connected');
    assert.equal(await dial(guard, 'open.example.com', false), 'connected');
  });

  test('ask once per connection, so that a second answer changes nothing', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const guard = guardOf(['127.0.0.1/32'], [], async () => answers.shift() ?? []);
    assert.equal(await dial(guard, 'rebind.example.com', true), 'connected');
    assert.equal(await dial(guard, 'rebind.example.com', true), 'private_address');
  });
});
