import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createProgram } from '../../app/commands/program.ts';
import { declareOperations } from '../../app/operations/operations.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Caller } from '../caller.ts';
import { runCommandLine } from './command-line.ts';
import type { Program } from './program.ts';

// Each command line listens for errors of both streams.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

/** Runs a command line in this process; resolves with its exit code and output. */
async function run(t: TestContext, argv: string[], program: Program) {
  const output = { stdout: '', stderr: '' };
  const mocks = (['stdout', 'stderr'] as const).map((name) =>
    t.mock.method(process[name], 'write', (text: string) => {
      output[name] += text;
      return true;
    }),
  );
  const code = await runCommandLine(argv, program);
  for (const { mock } of mocks) mock.restore();
  return { code, ...output };
}

test('the command line', async (t) => {
  await t.test('built-in commands do not load the operations', async () => {
    const program: Program = {
      ...createProgram({}),
      operations: () => Promise.reject(new Error('the operations were loaded')),
    };
    for (const argv of [['version'], ['--version'], ['config'], ['keys', '--help'], ['help', 'backup']]) {
      const { code, stdout, stderr } = await run(t, argv, program);
      assert.deepEqual([code, stderr], [0, ''], argv.join(' '));
      assert.notEqual(stdout, '');
    }
    const { code, stderr } = await run(t, ['scrape'], program);
    assert.deepEqual([code, stderr], [1, 'webdata: the operations were loaded\n']);
  });

  await t.test('no argument starts the service', async () => {
    let starts = 0;
    const serve = async () => {
      starts += 1;
    };
    const program: Program = { ...createProgram({}), serve };
    assert.equal((await run(t, [], program)).code, 0);
    assert.equal((await run(t, ['serve'], program)).code, 0);
    assert.equal((await run(t, ['serve', 'now'], program)).code, 2);
    assert.equal(starts, 2);
  });

  await t.test('flags become the fields of the request, and defaults are left to the service', async () => {
    const inputs: unknown[] = [];
    const caller: Caller = {
      async call({ input }) {
        inputs.push(input.body);
        throw new Failure('unavailable', 'recorded');
      },
    };
    const program: Program = {
      ...createProgram({}),
      listenForStop: () => new AbortController().signal,
      openCaller: async () => ({ caller, isEmbedded: false, async [Symbol.asyncDispose]() {} }),
    };
    const url = 'https://quayside.example/';
    // Without waiting, so that the report of a test is not written while the next one captures the output.
    const stepsFile = join(mkdtempSync(join(tmpdir(), 'webdata-steps-')), 'steps.json');
    writeFileSync(stepsFile, '[{"type": "wait"}]');
    const headersFile = join(dirname(stepsFile), 'headers.txt');
    writeFileSync(
      headersFile,
      '# not in the list of processes\nAuthorization: Bearer hunter2\nX-Other: a:b\n',
    );
    const cases: Array<[string[], object]> = [
      [[url], { url }],
      [['--url', url], { url }],
      [[url, 'https://other.example/'], { urls: [url, 'https://other.example/'] }],
      [[url, '--format', 'links,text', '--formats=html'], { url, formats: ['links', 'text', 'html'] }],
      [['--format', 'links', url], { url, formats: ['links'] }],
      [[url, '--header', 'A: b', '--headers', 'C=d:e'], { url, headers: { A: 'b', C: 'd:e' } }],
      [
        [url, '--header', `@${headersFile}`],
        { url, headers: { Authorization: 'Bearer hunter2', 'X-Other': 'a:b' } },
      ],
      [[url, '--no-only-main-content', '--mobile'], { url, only_main_content: false, mobile: true }],
      [[url, '--only-main-content', '--no-mobile'], { url, only_main_content: true, mobile: false }],
      [[url, '--max-length', '50', '--max-length', '60'], { url, max_length: 60 }],
      [[url, '--steps', '[{"type":"wait"}]', '--json'], { url, steps: [{ type: 'wait' }] }],
      [[url, '--steps', `@${stepsFile}`], { url, steps: [{ type: 'wait' }] }],
      [['--', '-x'], { url: '-x' }],
    ];
    for (const [words, body] of cases) {
      const { code, stderr } = await run(t, ['scrape', ...words], program);
      assert.deepEqual([code, stderr], [1, 'webdata: recorded\n'], words.join(' '));
      assert.deepEqual(inputs.at(-1), body, words.join(' '));
    }
    rmSync(dirname(stepsFile), { recursive: true });
  });

  await t.test('usage errors are one line with a suggestion, and a hint', async () => {
    const program: Program = { ...createProgram({}), name: 'npx webdata' };
    const { code, stdout, stderr } = await run(t, ['list-job'], program);
    assert.deepEqual([code, stdout], [2, '']);
    assert.equal(
      stderr,
      'webdata: there is no command "list-job". Did you mean list-jobs?\nwebdata: see "npx webdata help", or use the command with --help\n',
    );
  });

  await t.test('the help lists every operation under a topic of several operations', () => {
    const topics = Map.groupBy(declareOperations(), ({ tag }) => tag?.topic ?? '');
    for (const [topic, operations] of topics)
      assert.ok(operations.length > 1, `only one operation has the topic "${topic}"`);
  });
});
