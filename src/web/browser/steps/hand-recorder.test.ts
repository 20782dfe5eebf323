import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { siteGuard, startBrowserPool } from '../../../../test/world/browser-pool.ts';
import { startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import { type BrowserAction, browserAction } from '../../../domain/pages/browser-action.ts';
import type { ViewerInput } from '../../../domain/pages/live-view.ts';
import { startScreencast } from '../page/screencast.ts';
import { openControlledBrowser } from './controlled-browser.ts';
import { createHandRecorder, type HandStep } from './hand-recorder.ts';

const never = new AbortController().signal;

const page = `<!doctype html><title>Desk</title>
  <style>.box { width: 80px; height: 40px; background: #ccc; user-select: none }</style>
  <p><label>Town <input id="town"></label> <label>Word <input id="word" type="password"></label></p>
  <p><label>Notes <textarea id="notes"></textarea></label>
  <label>Size <select id="size"><option>small</option><option>medium</option><option>large</option></select></label></p>
  <p><label><input id="ok" type="checkbox"> I agree</label> <button type="button" onclick="log('reply')"><b>Reply</b></button>
  <button type="button" onclick="log('both')">Reply Forward</button></p>
  <canvas id="map" width="120" height="60" onclick="log('map ' + event.offsetX + ' ' + event.offsetY)"></canvas>
  <div class="box" id="from" onmousedown="held = true">Parcel</div>
  <div class="box" id="to" onmouseup="if (held) log('dropped')">Shelf</div>
  <x-field></x-field><iframe src="/inner" title="Inner" width="300" height="60"></iframe>
  <script>
    let held = false;
    const events = [];
    const log = (event) => events.push(event);
    customElements.define('x-field', class extends HTMLElement {
      constructor() { super().attachShadow({ mode: 'open' }).innerHTML = '<label>Colour <input id="colour"></label>'; }
    });
    const state = () => ({
      town: town.value, word: word.value, notes: notes.value, size: size.value, ok: ok.checked, events,
      colour: document.querySelector('x-field').shadowRoot.querySelector('input').value,
      inner: document.querySelector('iframe').contentDocument.querySelector('input').value,
    });
  </script>`;
const inner = '<!doctype html><body style="margin: 0"><label>Street <input></label>';

async function openDesk(t: TestContext) {
  const pool = await startBrowserPool(t);
  if (pool === null) return null;
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map([
        ['/', { body: page }],
        ['/inner', { body: inner }],
      ]),
  );
  t.after(() => site.close());
  const device = { viewport: { width: 900, height: 700 } };
  const options = { device, via: null, state: null, canWait: false, isRecorded: true };
  return async () => {
    const browser = await openControlledBrowser({ pool, guard: siteGuard }, options, never);
    t.after(() => browser.close());
    await browser.act(browserAction({ type: 'goto', url: site.url('/') }));
    const evaluate = async (text: string) =>
      (await browser.act(browserAction({ type: 'evaluate', text }))).value;
    return { browser, evaluate };
  };
}

test('what a person does by hand becomes steps that do the same', async (t) => {
  const open = await openDesk(t);
  if (open === null) return;
  const { browser, evaluate } = await open();
  const { secrets, tabs } = browser;
  const steps: HandStep[] = [];
  const recorder = createHandRecorder(tabs, secrets, (step) => steps.push(step));
  const screencast = await startScreencast(tabs, async () => {});
  t.after(() => screencast.stop());
  const send = (input: ViewerInput) => recorder.perform(input, () => screencast.input(input));
  const mouse = (action: 'down' | 'up' | 'move', at: { x: number; y: number }) =>
    send({ type: 'mouse', action, ...at, button: 'left' });
  const press = async (key: string) => {
    await send({ type: 'key', action: 'down', key });
    await send({ type: 'key', action: 'up', key });
  };
  const write = async (text: string) => {
    for (const letter of text) await send({ type: 'text', text: letter });
  };
  const placeOf = async (element: string, frame = '{ x: 0, y: 0 }') =>
    (await evaluate(
      `(() => { const box = ${element}.getBoundingClientRect(); const frame = ${frame};
        return { x: Math.round(frame.x + box.x + box.width / 2), y: Math.round(frame.y + box.y + box.height / 2) }; })()`,
    )) as { x: number; y: number };
  const click = async (element: string, frame?: string) => {
    const at = await placeOf(element, frame);
    await mouse('down', at);
    await mouse('up', at);
  };
  const taken = () => steps.splice(0);
  const lastOf = (done: HandStep[]) => done.at(-1) as HandStep;

  await t.test('each letter reports what the field holds, corrections too', async () => {
    await click('town');
    await write('Kopenhagn');
    await press('Backspace');
    await write('en');
    const done = taken();
    assert.equal(done[0]?.action.type, 'click');
    const { action, target, isSecret } = lastOf(done);
    assert.deepEqual([action.type, action.text, target, isSecret], ['type', 'Kopenhagen', 'Town', false]);
  });

  await t.test('a password is secret, and masked once the field is left', async () => {
    await click('word');
    await write('mole-and-badger-9');
    const done = taken();
    assert.deepEqual([lastOf(done).isSecret, lastOf(done).target], [true, 'Word']);
    await click('notes');
    assert.equal(secrets.mask('it is mole-and-badger-9'), 'it is •••');
    taken();
  });

  await t.test('Enter is a line in a text of several lines, and a key of its own elsewhere', async () => {
    await write('one');
    await press('Enter');
    await write('two');
    assert.equal(lastOf(taken()).action.text, 'one\ntwo');
    await click('town');
    await press('Enter');
    const { action, target } = lastOf(taken());
    assert.deepEqual([action.type, action.key, target], ['press', 'Enter', null]);
  });

  await t.test('a choice in a list is a choice', async () => {
    await evaluate('size.focus()');
    await press('ArrowDown');
    await press('ArrowDown');
    const { action, target } = lastOf(taken());
    assert.deepEqual([action.type, action.values, target], ['select', ['large'], 'Size']);
  });

  await t.test('a click names the element that was meant', async () => {
    await click('ok');
    await click('document.querySelector("button b")');
    await click('document.querySelectorAll("button")[1]');
    assert.deepEqual(
      taken().map(({ action, target }) => [action.type, target]),
      [
        ['click', 'I agree'],
        ['click', 'Reply'],
        ['click', 'Reply Forward'],
      ],
    );
  });

  await t.test('on a canvas the point counts', async () => {
    await click('map');
    const [{ action } = {}] = taken() as [HandStep?];
    assert.deepEqual([action?.x, action?.y], [60, 30]);
  });

  await t.test('a pressed pointer drags, by a distance or to an element', async () => {
    await mouse('down', await placeOf('from'));
    await mouse('move', await placeOf('to'));
    await mouse('up', await placeOf('to'));
    const { action, target } = lastOf(taken());
    assert.equal(action.type, 'drag');
    assert.match(`${target} ${action.to}`, /(Parcel|#from) (Shelf|#to)/);
  });

  await t.test('fields in shadow trees and frames are found', async () => {
    await click('document.querySelector("x-field").shadowRoot.querySelector("input")');
    await write('green');
    const inFrame = 'document.querySelector("iframe").contentDocument.querySelector("input")';
    const { target, action } = lastOf(taken());
    assert.deepEqual([target, action.text], ['Colour', 'green']);
    await click(inFrame, 'document.querySelector("iframe").getBoundingClientRect()');
    await write('Main 5');
    const framed = lastOf(taken());
    assert.deepEqual([framed.target, framed.action.text], ['Street', 'Main 5']);
  });

  await t.test('scrolling and keys with modifiers', async () => {
    await send({ type: 'wheel', x: 10, y: 10, dx: 0, dy: 120 });
    await send({ type: 'key', action: 'down', key: 'Control' });
    await press('a');
    await send({ type: 'key', action: 'up', key: 'Control' });
    assert.deepEqual(
      taken().map(({ action }) => [action.type, action.direction ?? action.key, action.amount]),
      [
        ['scroll', 'down', 120],
        ['press', 'Control+a', null],
      ],
    );
  });

  await t.test('the page got every input, and a replay of the steps reaches the same state', async () => {
    const byHand = (await evaluate('state()')) as Record<string, unknown>;
    assert.deepEqual(byHand, {
      town: 'Kopenhagen',
      word: 'mole-and-badger-9',
      notes: 'one\ntwo',
      size: 'large',
      ok: true,
      events: ['reply', 'both', 'map 60 30', 'dropped'],
      colour: 'green',
      inner: 'Main 5',
    });
    const other = await open();
    const replayed: BrowserAction[] = [
      browserAction({ type: 'type', target: 'Town', text: 'Kopenhagen' }),
      browserAction({ type: 'type', target: 'Word', text: 'mole-and-badger-9' }),
      browserAction({ type: 'type', target: 'Notes', text: 'one\ntwo' }),
      browserAction({ type: 'select', target: 'Size', values: ['large'] }),
      browserAction({ type: 'click', target: 'I agree' }),
      browserAction({ type: 'click', target: 'Reply' }),
      browserAction({ type: 'click', target: 'Reply Forward' }),
      browserAction({ type: 'click', target: '#map', x: 60, y: 30 }),
      browserAction({ type: 'drag', target: '#from', to: '#to' }),
      browserAction({ type: 'type', target: 'Colour', text: 'green' }),
      browserAction({ type: 'type', target: 'Street', text: 'Main 5' }),
    ];
    for (const action of replayed) assert.equal((await other.browser.act(action)).error, null, action.type);
    assert.deepEqual(await other.evaluate('state()'), byHand);
  });
});
