import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsBrowser } from './needs-browser.ts';

const words = (count: number) => 'Cranes lift what ships have brought. '.repeat(Math.ceil(count / 36));
const shell = (body: string, head = '') =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;
const script = '<script src="/app.js"></script>';
const check = (html: string, visibleText = '', warnings: { code: string; message: string }[] = []) =>
  needsBrowser({ html, visibleText, warnings });

test('shells that scripts fill need a browser', () => {
  for (const mount of [
    '<div id="root"></div>',
    '<div id=app> </div>',
    '<div id="__next"><!-- x --></div>',
    '<app-root></app-root>',
  ])
    assert.equal(check(shell(mount + script), 'Loading the page, just a moment please'), true, mount);
  assert.equal(
    check(shell(`<noscript>Please enable JavaScript.</noscript>${script}`), 'x'.repeat(100)),
    true,
  );
  assert.equal(check(shell(script), ''), true);
  assert.equal(check(shell(`<p>x</p><script>${'a'.repeat(60_000)}</script>`), words(300)), true);
  assert.equal(check(shell('<script>location.replace("/real")</script>Moved'), 'Moved'), true);
  assert.equal(check(shell('Moved', '<meta http-equiv="refresh" content="0; url=/real">'), 'Moved'), true);
  assert.equal(check(shell(script), words(3_000), [{ code: 'nothing_selected', message: '' }]), true);
});

test('a short page that links to its own routes needs a browser', () => {
  const links = (...routes: string[]) => routes.map((route) => `<a href="${route}">Go</a>`).join('');
  const text = words(400);
  for (const sign of ['#/', '#!/'])
    assert.equal(
      check(shell(`${text}${links(`${sign}one`, `${sign}two`)}<main></main>${script}`), text),
      true,
      sign,
    );
  for (const routes of [
    ['#/one', '#/one'],
    ['#one', '#two'],
    ['/a#/one', '/b#/two'],
    ['#/', '#/one'],
  ])
    assert.equal(check(shell(`${text}${links(...routes)}${script}`), text), false, routes.join());
  assert.equal(check(shell(text + links('#/one', '#/two')), text), false, 'no script could show them');
  assert.equal(
    check(shell(words(1_500) + links('#/one', '#/two') + script), words(1_500)),
    false,
    'enough text',
  );
});

test('readable pages do not need a browser', () => {
  const text = words(3_000);
  assert.equal(check(shell(`<div id="root">${text}</div>${script}`), text), false);
  assert.equal(check(shell(`${text}<div id="app"></div>${script}`), text), false);
  assert.equal(check(shell(`${text}<noscript>enable JavaScript</noscript>${script}`), text), false);
  assert.equal(check(shell('<h1>Short</h1>'), 'Short'), false);
  assert.equal(check(shell(''), ''), false);
  const short = words(150);
  assert.equal(check(shell(`${short}${script}`), short), false);
  assert.equal(check(shell('<script type="application/ld+json">{}</script><p>Hi</p>'), 'Hi'), false);
});
