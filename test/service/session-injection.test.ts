import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { applicationPage, concealedPage, sessionPages } from '../corpus/injection/session-pages.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

/** Styles with which a person sees nothing of a text. */
const concealing = [
  'display: none',
  'visibility: hidden',
  'opacity: 0',
  'font-size: 0',
  'position: absolute; left: -9999px',
  'position: fixed; top: -400px',
  'height: 0; overflow: hidden',
  'clip-path: inset(50%)',
  'color: #fff',
  'transform: scale(0)',
];
/** Words about models on ordinary pages of applications. */
const ordinary = [
  '<button>Ask AI</button><p>Our assistant answers questions about your order.</p>',
  '<label>System prompt <textarea name="system">You are a helpful assistant.</textarea></label><button>Save</button>',
  '<p>Ignore this message if you did not ask for a new password.</p><button>Continue</button>',
  '<table><tr><td>Model</td><td>GPT-4.1 mini</td></tr><tr><td>Instructions</td><td>See the manual</td></tr></table>',
  '<p>You must accept the new instructions for the quay before you enter it.</p><button>Accept</button>',
];

test('snapshots of pages with instructions for language models', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) {
    t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
    return;
  }
  const pages = sessionPages();
  const hidden = pages.map(({ text }, at) => ({
    text,
    body: concealedPage(text, concealing[at % concealing.length] ?? ''),
  }));
  const bodies = [...pages, ...hidden, ...ordinary.map((part) => ({ body: applicationPage(part) }))];
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map([
        ['/', { body: applicationPage('') }],
        ...bodies.map(({ body }, at) => [`/${at}`, { body }] as const),
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const { json: opened } = await service.post('/v1/browser', { url: site.url('/') });
  /** Opens a page; returns its snapshot, and the message of its warning. */
  async function look(at: number): Promise<{ snapshot: string; message: string | null }> {
    const body = { type: 'goto', url: site.url(`/${at}`), snapshot: true };
    const { json } = await service.post(`/v1/browser/${opened.sid}`, body);
    const warning = json.warnings.find(({ code }: { code: string }) => code === 'instructions_in_content');
    return { snapshot: json.snapshot, message: warning?.message ?? null };
  }

  await t.test('most of 60 pages that show such a text get a warning with a quote', async () => {
    const missed: string[] = [];
    for (const [at, { text }] of pages.entries()) {
      const { snapshot, message } = await look(at);
      assert.ok(snapshot.includes(text.slice(0, 20)), `${text} in\n${snapshot}`);
      if (message === null) missed.push(text);
    }
    t.diagnostic(`${pages.length - missed.length} of ${pages.length} warned; missed: ${missed.join(' · ')}`);
    // The others only say what "AI agents must" do, as articles about agents also do.
    assert.ok(missed.length <= pages.length / 3, missed.join('\n'));
  });

  await t.test('a text that a person cannot see is in no snapshot and causes no warning', async () => {
    for (const [at, { text }] of hidden.entries()) {
      const { snapshot, message } = await look(pages.length + at);
      assert.ok(!snapshot.includes(text.slice(0, 20)), `${text} in\n${snapshot}`);
      assert.equal(message, null);
    }
  });

  await t.test('ordinary words about models cause no warning', async () => {
    for (const at of ordinary.keys())
      assert.equal((await look(pages.length + hidden.length + at)).message, null, ordinary[at]);
  });
});
