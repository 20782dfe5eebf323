import assert from 'node:assert/strict';
import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pythonClientFiles } from '../../scripts/write-python-client.ts';
import { startTestService } from '../service/running-service.ts';
import { hangsAfterMs } from '../until.ts';
import { startWorld } from '../world/world.ts';
import { pinnedPackages, pythonEnvironment, pythonFolder, runPython } from './python-environment.ts';
import { readExamples, runExample, withHosts } from './readme-examples.ts';
import { startReadmeWorld } from './readme-world.ts';
import { checkReceiver, freePort, receiverHost } from './webhook-example.ts';

const readme = new URL('../../clients/python/README.md', import.meta.url);

test('the Python client matches the output of the generator', async () => {
  for (const [path, text] of await pythonClientFiles()) {
    const isSame = (await readFile(path, 'utf8')) === text;
    assert.ok(isSame, `${path.pathname} is older than the service: npm run generate`);
  }
});

/** Returns the environment of the tests, or skips the test. */
async function testEnvironment(t: TestContext): Promise<string | null> {
  const found = await pythonEnvironment('tests', await pinnedPackages('requirements-test.txt'));
  if ('python' in found) return found.python;
  t.skip(`${found.missing}: nothing of the Python client is tested`);
  return null;
}

/** Builds the wheel in a copy of the package, and returns its path. */
async function buildWheel(t: TestContext, python: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-python-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const isSource = (source: string): boolean =>
    !/__pycache__|\.mypy_cache|\.ruff_cache|\/dist\b/.test(source);
  await cp(pythonFolder, join(folder, 'package'), { recursive: true, filter: isSource });
  const args = ['-m', 'build', '--no-isolation', '--outdir', join(folder, 'dist'), join(folder, 'package')];
  const { code, stdout, stderr } = await runPython(args, python);
  assert.equal(code, 0, stdout + stderr);
  const [wheel] = await Array.fromAsync(glob(join(folder, 'dist', '*.whl')));
  assert.ok(wheel);
  return wheel;
}

test('the Python client', { timeout: 4 * hangsAfterMs }, async (t) => {
  const python = await testEnvironment(t);
  if (python === null) return;

  await t.test('has complete types, and follows the rules of its linter', async () => {
    const environment = { MYPYPATH: join(pythonFolder, 'src'), MYPY_CACHE_DIR: join(python, '../../mypy') };
    const types = await runPython(
      ['-m', 'mypy', '--config-file', join(pythonFolder, 'pyproject.toml'), 'src', 'tests'],
      python,
      environment,
      pythonFolder,
    );
    assert.equal(types.code, 0, types.stdout + types.stderr);
    const rules = await runPython(['-m', 'ruff', 'check', '--no-cache', pythonFolder], python);
    assert.equal(rules.code, 0, rules.stdout + rules.stderr);
  });

  await t.test('has examples that match its types', async (part) => {
    const folder = await mkdtemp(join(tmpdir(), 'webdata-python-types-'));
    part.after(() => rm(folder, { recursive: true, force: true }));
    const examples = await readExamples(readme, 'python');
    const files = examples.map(({ steps }, at) => ({
      file: join(folder, `example_${at}.py`),
      text: steps.map(({ code }) => code).join('\n'),
    }));
    for (const { file, text } of files) await writeFile(file, text);
    const environment = { MYPYPATH: join(pythonFolder, 'src') };
    const cache = ['--cache-dir', join(python, '../../mypy')];
    const args = ['-m', 'mypy', '--strict', ...cache, ...files.map(({ file }) => file)];
    const { code, stdout, stderr } = await runPython(args, python, environment, folder);
    assert.equal(code, 0, stdout + stderr);
  });

  await t.test('works with a running service', async (part) => {
    const world = await startWorld();
    part.after(() => world.close());
    const service = await startTestService(part);
    const result = await runPython(
      ['-m', 'pytest'],
      python,
      {
        PYTHONPATH: join(pythonFolder, 'src'),
        WEBDATA_URL: service.url,
        WEBDATA_KEY: service.key,
        SITE_URL: world.site.origin,
      },
      pythonFolder,
    );
    assert.equal(result.code, 0, result.stdout + result.stderr);
    assert.match(result.stdout, /\d+ passed/);
    assert.doesNotMatch(result.stdout, /skipped|xfailed/);
  });

  await t.test('works with the oldest packages that it allows', async (part) => {
    const oldest = await pythonEnvironment('oldest', await pinnedPackages('requirements-oldest.txt'));
    if (!('python' in oldest)) return part.skip(oldest.missing);
    const files = ['tests/test_calls.py', 'tests/test_signatures.py'];
    const environment = { PYTHONPATH: join(pythonFolder, 'src') };
    const result = await runPython(['-m', 'pytest', ...files], oldest.python, environment, pythonFolder);
    assert.equal(result.code, 0, result.stdout + result.stderr);
  });

  await t.test(
    'runs the examples of its README, installed as a wheel into an empty environment',
    async (part) => {
      const wheel = await buildWheel(part, python);
      const requirements = ['anyio<5', 'cryptography', 'httpx<1', 'pydantic<3', 'typing-extensions'];
      const empty = await pythonEnvironment('wheel', requirements);
      if (!('python' in empty)) return part.skip(empty.missing);
      const install = [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--force-reinstall',
        '--no-index',
        '--no-deps',
        wheel,
      ];
      const installed = await runPython(install, empty.python);
      assert.equal(installed.code, 0, installed.stderr);
      const checked = await runPython(['-m', 'pip', 'check'], empty.python);
      assert.equal(checked.code, 0, checked.stdout);
      await runReadme(part, empty.python);
    },
  );
});

async function runReadme(t: TestContext, python: string): Promise<void> {
  const examples = await readExamples(readme, 'python');
  const world = await startReadmeWorld(t);
  const folder = await mkdtemp(join(tmpdir(), 'webdata-python-examples-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const runner = join(pythonFolder, 'tests', 'run_example.py');
  const environment = {
    ...world.environment,
    PYTHONUNBUFFERED: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUTF8: '1',
  };

  for (const { title, steps } of examples.filter((example) => example.title !== 'Webhooks')) {
    const skip = title.startsWith('Log in') && !world.hasBrowser && 'no browser on this machine';
    await t.test(title, { skip }, async () => {
      await world.reset();
      const place = await mkdtemp(join(folder, 'example-'));
      const file = join(place, 'steps.json');
      await writeFile(file, JSON.stringify(steps.map(({ code }) => withHosts(code, world.hosts))));
      const program = { command: [python, runner, file], folder: place, environment };
      await runExample(program, steps, async () => world.change());
    });
  }

  await t.test('Webhooks', async (part) => {
    const [step] = examples.find(({ title }) => title === 'Webhooks')?.steps ?? [];
    assert.ok(step);
    const port = await freePort();
    const started = step.code.replace('("127.0.0.1", 9000)', `("${receiverHost}", ${port})`);
    const code = started.replace('HTTPServer((', 'print("ready")\nHTTPServer((');
    await checkReceiver(part, world.service, { command: [python, '-c', code], folder, environment }, port);
  });

  assert.equal(examples.length, 9);
}
