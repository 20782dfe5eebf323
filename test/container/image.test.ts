import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFreePorts } from '../replication/free-ports.ts';
import { untilFound } from '../replication/programs.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { readCompose } from './compose-file.ts';
import {
  type ContainerEngine,
  engineMissing,
  hostFlags,
  image,
  openContainerEngine,
} from './container-engine.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const name = 'webdata';

/** Rules that deny namespaces, like the default profile of Docker does for processes without privileges. */
const namespaceRules = [
  { names: ['unshare', 'chroot'], action: 'SCMP_ACT_ERRNO', errnoRet: 1 },
  // Not implemented, so that programs use clone, whose flags a profile can read.
  { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: 38 },
  {
    names: ['clone'],
    action: 'SCMP_ACT_ERRNO',
    errnoRet: 1,
    args: [{ index: 0, value: 0x1000_0000, valueTwo: 0x1000_0000, op: 'SCMP_CMP_MASKED_EQ' }],
  },
];

/** Returns the flags of podman for the service in `compose.yaml`, without its ports. */
async function composeFlags(): Promise<string[]> {
  const { webdata } = (await readCompose('compose.yaml')).services;
  assert.ok(webdata);
  const {
    volumes = [],
    tmpfs = [],
    cap_drop = [],
    security_opt = [],
    shm_size,
    read_only,
    environment,
  } = webdata;
  assert.deepEqual(environment, undefined, 'the image needs no settings');
  return [
    ...volumes.map((volume) => `--volume=${volume}`),
    ...tmpfs.map((mount) => `--tmpfs=${mount}`),
    ...cap_drop.map((capability) => `--cap-drop=${capability}`),
    ...security_opt.map((option) => `--security-opt=${option.replace(/:true$/, '').replace(':', '=')}`),
    ...(shm_size === undefined ? [] : [`--shm-size=${shm_size}`]),
    ...(read_only === true ? ['--read-only', '--read-only-tmpfs=false'] : []),
  ];
}

/** Waits until the health check of the image succeeds. */
async function untilHealthy({ podman, describe }: ContainerEngine): Promise<void> {
  await untilFound(
    async () => {
      await podman('healthcheck', 'run', name);
      return true;
    },
    () => 'the health check never succeeded',
  ).catch(async (error: Error) => assert.fail(`${error.message}: ${await describe(name)}`));
}

test('the image runs as compose.yaml says, and keeps its data', { skip: engineMissing }, async (t) => {
  const engine = await openContainerEngine();
  t.after(() => engine.close());
  const { podman } = engine;
  await engine.build();
  const site = await startLoopbackServer('127.0.0.1', () => {
    const body = '<!doctype html><title>Page</title><main><h1>Page</h1><p id="p">Text.</p></main>';
    return new Map([
      ['/', { body }],
      ['/scripted', { body: `${body}<script>p.textContent = "Written by a script."</script>` }],
    ]);
  });
  t.after(() => site.close());
  const [port = 0] = await findFreePorts(1);
  const settings = { HOST: '127.0.0.1', PORT: String(port), WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8' };
  const variables = Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`);
  await podman(
    'run',
    '--detach',
    `--name=${name}`,
    ...hostFlags(),
    ...(await composeFlags()),
    ...variables,
    image,
  );
  await untilHealthy(engine);
  const key = await podman('exec', name, 'cat', '/data/secrets/first-key');
  async function ask(method: string, path: string, body?: object) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Json };
  }

  await t.test('without privileges, on a file system that it cannot write', async () => {
    const status = await podman('exec', name, 'cat', '/proc/self/status');
    assert.match(status, /^Uid:\s10001\s10001\s10001\s10001$/m);
    assert.match(status, /^CapBnd:\s0{16}$/m);
    assert.match(status, /^NoNewPrivs:\s1$/m);
    await assert.rejects(podman('exec', name, 'touch', '/app/file'), /Read-only file system/);
    await podman('exec', name, 'unshare', '--user', 'true');
    const mounting = podman('exec', name, 'unshare', '--user', '--map-root-user', '--mount', 'true');
    await assert.rejects(mounting, /Operation not permitted/, 'the profile denies mounts in namespaces');
    assert.match(await podman('exec', name, 'stat', '--format=%u %a', '/data/secrets'), /^10001 700$/);
  });

  let receipt: Json;
  await t.test('it reads pages, also with its browser', async () => {
    const plain = await ask('POST', '/v1/scrape', { url: site.url('/') });
    assert.deepEqual([plain.status, plain.json.status], [200, 'ok'], JSON.stringify(plain.json));
    receipt = plain.json.receipt;
    const rendered = await ask('POST', '/v1/scrape', { url: site.url('/scripted'), render: 'always' });
    assert.match(rendered.json.markdown ?? '', /Written by a script/, JSON.stringify(rendered.json));
    const { json: health } = await ask('GET', '/v1/health');
    assert.match(health.checks.browser.detail, /sandbox on/);
    assert.equal(health.status, 'ok', JSON.stringify(health));
  });

  await t.test('under a profile that denies namespaces, the missing sandbox is explained', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'webdata-profile-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const profile = join(folder, 'seccomp.json');
    const own = JSON.parse(await readFile('deploy/seccomp.json', 'utf8'));
    await writeFile(profile, JSON.stringify({ ...own, syscalls: [...own.syscalls, ...namespaceRules] }));
    const flags = ['--rm', '--tmpfs=/tmp', '--cap-drop=ALL', `--security-opt=seccomp=${profile}`];
    const report = await podman('run', ...hostFlags(), ...flags, image, 'doctor').catch(
      (error: { stdout: string }) => error.stdout,
    );
    assert.match(report, /^browser .*its sandbox needs user namespaces/m);
  });

  await t.test('SIGTERM stops it in order, and its data survives', async () => {
    await podman('kill', '--signal=TERM', name);
    assert.equal(await podman('wait', name), '0', await engine.describe(name));
    await podman('start', name);
    await untilHealthy(engine);
    const { status, json } = await ask('GET', `/v1/receipts/${receipt.id}`);
    assert.equal(status, 200, JSON.stringify(json));
    const verified = await ask('POST', '/v1/receipts/verify', { receipt });
    assert.equal(verified.json.valid, true, 'signed by the same key');
  });

  await t.test('its data survives SIGKILL', async () => {
    const { json: job } = await ask('POST', '/v1/scrape?async=true', { url: site.url('/') });
    await podman('kill', '--signal=KILL', name);
    await podman('wait', name);
    await podman('start', name);
    await untilHealthy(engine);
    const ended = await untilFound(
      async () => {
        const { json } = await ask('GET', `/v1/jobs/${job.jid}`);
        return json.status === 'completed' ? json : null;
      },
      () => 'the job never ended',
    );
    assert.equal(ended.progress?.failed ?? 0, 0);
  });
});
