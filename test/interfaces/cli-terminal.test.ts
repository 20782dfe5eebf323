// What the command line writes to a terminal, which `script` (util-linux) provides, and not into a pipe.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startTestService } from '../service/running-service.ts';
import { until } from '../until.ts';
import { program } from './run-command.ts';

const hasTerminal = (() => {
  try {
    execFileSync('script', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Runs a command on a terminal of 100 columns; returns what stays there, without the progress lines of a slow machine. */
async function runOnTerminal(
  command: string,
  rows: number,
  environment: Record<string, string>,
): Promise<string> {
  const line = `stty cols 100 rows ${rows}; exec '${process.execPath}' '${program}' ${command}`;
  const { stdout } = await promisify(execFile)(
    'script',
    ['--quiet', '--return', '--command', line, '/dev/null'],
    {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm-256color', ...environment },
    },
  );
  return stdout.replaceAll('\r\n', '\n').replace(/[^\n]*\r\u001b\[2K/g, '');
}

const controlStart = '\u001b[';

test('on a terminal', { skip: !hasTerminal && 'no `script`' }, async (t) => {
  const service = await startTestService(t);
  const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  for (const name of ['Lamps', 'Chairs']) {
    await service.post('/v1/recipes', { name, url: `https://quayside.example/${name}`, fields: ['name'] });
  }

  await t.test('headings of the help and of lists are emphasized, unless NO_COLOR is set', async () => {
    const help = await runOnTerminal('job --help', 500, {});
    assert.match(help, /\u001b\[1mUsage:\u001b\[22m webdata job/);
    assert.match(help, /\u001b\[1mExamples:/);
    const list = await runOnTerminal('recipe list', 50, environment);
    assert.ok(list.startsWith(`${controlStart}1mrid`), list);
    for (const command of ['job --help', 'recipe list']) {
      const plain = await runOnTerminal(command, 500, { ...environment, NO_COLOR: '1' });
      assert.ok(!plain.includes(controlStart), plain);
    }
  });

  await t.test('a text that does not fit goes to the pager of the user', async () => {
    const pager = { PAGER: "sed 's/^/> /'" };
    const paged = await runOnTerminal('service catalog', 20, { ...environment, ...pager });
    assert.ok(paged.split('\n').length > 20);
    for (const line of paged.trim().split('\n')) assert.match(line, /^> /);
    assert.doesNotMatch(await runOnTerminal('recipe list', 20, { ...environment, ...pager }), /^> /m);
  });

  await t.test('without a pager the text is written as it is', async () => {
    const texts: string[] = [];
    for (const name of ['', 'cat', 'no-such-pager-of-webdata'])
      texts.push(await runOnTerminal('service catalog', 20, { ...environment, PAGER: name }));
    const [first = ''] = texts;
    assert.ok(first.split('\n').length > 20);
    for (const text of texts) assert.equal(text.replace(/^.*not found\n/, ''), first);
  });

  await t.test('a job is a few facts and what to do next; all fields with --wide', async () => {
    const started = await runOnTerminal('crawl http://127.0.0.11:24999/ --no-wait', 50, environment);
    const jid = /^job +(job_\w+) \(crawl\)\nurl +http:\/\/127\.0\.0\.11:24999\/\nstatus /.exec(started)?.[1];
    assert.ok(jid !== undefined, started);
    assert.match(started, new RegExp(`^(?:follow it|read them): .*webdata.* job \\w+ ${jid}$`, 'm'));
    const ended = await until(async () => {
      const text = await runOnTerminal(`job get ${jid}`, 50, environment);
      return text.includes('job results') ? text : null;
    });
    assert.doesNotMatch(ended, /^robots_blocked/m);
    assert.match(await runOnTerminal(`job get ${jid} --wide`, 50, environment), /^robots_blocked_total +0$/m);
  });

  await t.test('a file and a pipe get neither colors nor a pager', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'recipe', 'list'], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm-256color', ...environment },
    });
    assert.ok(!stdout.includes(controlStart));
    assert.match(stdout, /^rid /);
  });
});
