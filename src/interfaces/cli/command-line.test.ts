import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createProgram } from '../../app/commands/program.ts';
import { declareOperations } from '../../app/operations/operations.ts';
import { Failure } from '../../domain/system/failure.ts';
import { type RawInput, validate } from '../../operations/call-path/validate.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { Caller } from '../caller.ts';
import { builtInExamples } from './built-in-examples.ts';
import { runCommandLine } from './command-line.ts';
import { isNoun, nouns, pageCommands, placeOperations } from './command-paths.ts';
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
      [['quayside.example/lamps?page=2'], { url: 'https://quayside.example/lamps?page=2' }],
      [['localhost:8801/a', '192.168.1.5'], { urls: ['http://localhost:8801/a', 'http://192.168.1.5'] }],
      [['[::1]:8801', 'nas'], { urls: ['http://[::1]:8801', 'http://nas'] }],
      [
        ['mailto:a@b.example', 'HTTP://quayside.example'],
        { urls: ['mailto:a@b.example', 'HTTP://quayside.example'] },
      ],
    ];
    for (const [words, body] of cases) {
      const { code, stderr } = await run(t, ['scrape', ...words], program);
      assert.deepEqual([code, stderr], [1, 'webdata: recorded\n'], words.join(' '));
      assert.deepEqual(inputs.at(-1), body, words.join(' '));
    }
    rmSync(dirname(stepsFile), { recursive: true });
  });

  await t.test('usage errors are one line with a suggestion, and name the help of the command', async () => {
    const program: Program = { ...createProgram({}), name: 'webdata' };
    const cases: Array<[string[], string, string]> = [
      [['list-job'], 'there is no command "list-job". Did you mean job list?', 'help'],
      [['moniter', 'list'], 'there is no command "moniter". Did you mean monitor list?', 'help'],
      [['datasts'], 'there is no command "datasts". Did you mean datasets?', 'help'],
      [['job', 'cancle', 'job_1'], 'job has no command "cancle". Did you mean job cancel?', 'job --help'],
      [['job', 'job_1'], 'job has no command "job_1". Did you mean job get job_1?', 'job --help'],
      [['job', 'get'], "missing required argument 'JID'", 'job get --help'],
      [['monitors', '--jsn'], 'there is no flag --jsn. Did you mean --json?', 'monitor list --help'],
      [['watch'], "missing required argument 'URL'", 'watch --help'],
    ];
    for (const [argv, message, help] of cases) {
      const { code, stdout, stderr } = await run(t, argv, program);
      assert.deepEqual([code, stdout], [2, ''], argv.join(' '));
      assert.equal(stderr, `webdata: ${message}\nwebdata: see "webdata ${help}"\n`);
    }
  });

  await t.test('the reference lists every operation under a topic of several operations', () => {
    const topics = Map.groupBy(declareOperations(), ({ tag }) => tag?.topic ?? '');
    for (const [topic, operations] of topics)
      assert.ok(operations.length > 1, `only one operation has the topic "${topic}"`);
  });
});

/** A program whose calls end with an error of the service; it records the operations and their fields. */
function createRecorder(): { program: Program; calls: Array<{ operation: Operation; input: RawInput }> } {
  const calls: Array<{ operation: Operation; input: RawInput }> = [];
  const caller: Caller = {
    async call({ operation, input }) {
      calls.push({ operation, input });
      throw new Failure('unavailable', 'recorded');
    },
  };
  const program: Program = {
    ...createProgram({}),
    listenForStop: () => new AbortController().signal,
    openCaller: async () => ({ caller, isEmbedded: false, async [Symbol.asyncDispose]() {} }),
  };
  return { program, calls };
}

test('nouns, verbs, plurals and former names call the same operations', async (t) => {
  const { program, calls } = createRecorder();
  const cases: Array<[string[], string, object]> = [
    [['job', 'list'], 'list_jobs', {}],
    [['jobs', '--limit', '3'], 'list_jobs', { query: { limit: 3 } }],
    [['list-jobs', '--limit', '3'], 'list_jobs', { query: { limit: 3 } }],
    [['job', 'cancel', 'job_1'], 'act_on_job', { path: { jid: 'job_1', action: 'cancel' } }],
    [['act-on-job', 'job_1', 'cancel'], 'act_on_job', { path: { jid: 'job_1', action: 'cancel' } }],
    [['jobs', 'get', 'job_1'], 'get_job', { path: { jid: 'job_1' } }],
    [['keys'], 'list_keys', {}],
    [['browsers'], 'list_browsers', {}],
    [['session', 'close', 'ses_1'], 'close_browser', { path: { sid: 'ses_1' } }],
    [['account'], 'account', {}],
    [['account', '--json'], 'account', {}],
    [['usage', '--from', '2026-09-01'], 'usage', { query: { from: '2026-09-01' } }],
    [
      ['dataset', 'create', 'Lamps', '--field', 'name', '--url', 'quayside.example', '--field', 'price'],
      'create_dataset',
      {
        body: {
          name: 'Lamps',
          source: { kind: 'collect', url: 'https://quayside.example', fields: ['name', 'price'] },
        },
      },
    ],
    [
      [
        'watch',
        'quayside.example/lamp',
        '--every',
        '6h',
        '--field',
        'price:number',
        '--email',
        'a@example.com',
      ],
      'create_monitor',
      {
        body: {
          url: 'https://quayside.example/lamp',
          schedule: { every: '6h' },
          watch: { kind: 'fields', schema: { type: 'object', properties: { price: { type: 'number' } } } },
          notify: { email: ['a@example.com'] },
        },
      },
    ],
  ];
  for (const [argv, operation, input] of cases) {
    const { code, stderr } = await run(t, argv, program);
    assert.deepEqual([code, stderr], [1, 'webdata: recorded\n'], argv.join(' '));
    const call = calls.at(-1);
    assert.equal(call?.operation.name, operation, argv.join(' '));
    const parts = Object.entries(call?.input ?? {}).filter(([, part]) => Object.keys(part ?? {}).length > 0);
    assert.deepEqual(Object.fromEntries(parts), input, argv.join(' '));
  }
});

test('every operation has a page command, or a noun with a verb of its own', () => {
  const placed = placeOperations(declareOperations());
  const texts = placed.map(({ path }) => path.words.join(' '));
  assert.equal(new Set(texts).size, texts.length);
  for (const { path, operation } of placed) {
    const [first = '', verb] = path.words;
    const isPage = verb === undefined && pageCommands.includes(first);
    assert.ok(isPage || (verb !== undefined && isNoun(first)), `${operation.name}: ${path.words.join(' ')}`);
  }
});

/** Splits a command line of the help into words, as a shell does with these quotation marks. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(([, single, double, plain]) =>
    String(single ?? double ?? plain),
  );
}

test('each help has three examples, and the service accepts each of them', async (t) => {
  const { program, calls } = createRecorder();
  const operations = new Map(declareOperations().map((operation) => [operation.name, operation]));
  const folder = mkdtempSync(join(tmpdir(), 'webdata-examples-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['product.json', 'urls.txt', 'urls.csv', 'report.pdf', 'page.json', 'receipt.json'])
    writeFileSync(join(folder, name), '{"type": "object", "properties": {"name": {}}}');
  writeFileSync(join(folder, 'steps.json'), '[{"type": "goto", "url": "https://example.com/"}]');
  for (const { path } of placeOperations(declareOperations())) {
    const { stdout } = await run(t, [...path.words, '--help'], program);
    const lines = stdout.split('\n').filter((line) => line.startsWith('  webdata '));
    assert.equal(lines.length, 3, path.words.join(' '));
    for (const line of lines) {
      // Input from the shell is not part of the words, and files are verified without the service.
      const words = splitWords(line.replace(/ [<|] .*$/, '')).slice(1);
      if (words.includes('-') || words.join(' ') === 'receipt verify page.json' || words[0] === 'verify')
        continue;
      const before = calls.length;
      const inFolder = words.map((word) =>
        word.replace(/^(@?)((?:product|urls|report|page|receipt|steps)\.\w+)$/, `$1${folder}/$2`),
      );
      const { stderr } = await run(t, inFolder, program);
      assert.equal(stderr, 'webdata: recorded\n', `${line}: ${stderr}`);
      const { operation, input } = calls[before] as (typeof calls)[number];
      assert.doesNotThrow(() => validate((operations.get(operation.name) as Operation).input, input), line);
    }
  }
});

test('nouns and commands of the operator have examples that exist', async (t) => {
  const { program } = createRecorder();
  const helps = [[], ...Object.keys(builtInExamples).filter(Boolean), ...Object.keys(nouns)].map((word) =>
    [word, '--help'].flat(),
  );
  for (const argv of helps) {
    const { code, stdout } = await run(t, argv, program);
    const lines = stdout.split('\n').filter((line) => line.startsWith('  webdata '));
    const least = Object.hasOwn(nouns, argv[0] ?? '') ? 1 : 3;
    assert.ok(code === 0 && lines.length >= least, argv.join(' '));
    for (const line of lines) {
      const words = splitWords(line).slice(1);
      const known = words.filter((word) => /^[a-z]+(-[a-z]+)?$/.test(word)).slice(0, 2);
      const help = await run(t, words[0]?.startsWith('-') ? words : ['help', ...known], program);
      assert.equal(help.code, 0, `${line}: ${help.stderr}`);
    }
  }
});

test('texts of the help are those of a command line', async (t) => {
  const { program } = createRecorder();
  for (const { path } of placeOperations(declareOperations())) {
    const { stdout } = await run(t, [...path.words, '--help'], program);
    assert.doesNotMatch(stdout, /\/v1\/|`|turn off:|[^.]\.\.\s/, path.words.join(' '));
    assert.doesNotMatch(stdout, /\([45]\d\d\)|(?:response is|gets|returns) [45]\d\d/, path.words.join(' '));
  }
});
