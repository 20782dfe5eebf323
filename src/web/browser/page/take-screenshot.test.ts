import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { openSessionPage as open } from '../../../../test/world/session-page.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';

const green =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="green"/></svg>';

test('a picture of the whole page has what the browser leaves out until a person scrolls there', async (t) => {
  const page = await open(
    t,
    `<style>* { margin: 0 } section { content-visibility: auto; contain-intrinsic-size: auto 50px }
      .box { height: 700px } .hidden { content-visibility: hidden; height: 60px }</style>
      ${'<section><div class=box></div></section>'.repeat(8)}
      <div class=hidden><div style="height: 60px; background: rgb(200, 0, 0)"></div></div>
      <section style="color: blue"><div style="height: 100px; background: rgb(0, 0, 200)"></div></section>
      <img src="/green.svg" loading=lazy width=300 height=200 style="display: block">
      <iframe src="/frame" loading=lazy width=300 height=100 style="display: block; border: 0"></iframe>`,
    [
      ['/green.svg', { headers: { 'content-type': 'image/svg+xml' }, body: green }],
      ['/frame', { body: '<!doctype html><body style="background: rgb(90, 60, 30)">' }],
    ],
  );
  if (page === null) return;
  const { picture } = await page.act(browserAction({ type: 'screenshot', fullPage: true }));
  assert.ok(picture);
  const { width, height, data } = PNG.sync.read(Buffer.from(picture.bytes));
  const colorAt = (y: number) => [...data.subarray((y * width + 20) * 4, (y * width + 20) * 4 + 3)];
  assert.equal(height, 8 * 700 + 60 + 100 + 200 + 100);
  assert.deepEqual(colorAt(8 * 700 + 30), [255, 255, 255], 'what is never drawn stays hidden');
  assert.deepEqual(colorAt(8 * 700 + 60 + 50), [0, 0, 200]);
  assert.deepEqual(colorAt(8 * 700 + 60 + 100 + 100), [0, 128, 0], 'an image that loads late is waited for');
  assert.deepEqual(colorAt(height - 50), [90, 60, 30], 'and so is a frame');
  const { value: styles } = await page.act(
    browserAction({
      type: 'evaluate',
      text: '[...document.querySelectorAll("section, img")].map((one) => one.getAttribute("style") ?? one.getAttribute("loading"))',
    }),
  );
  assert.deepEqual(
    styles,
    [...Array(8).fill(null), 'color: blue', 'display: block'],
    'the page is as it was',
  );
});

test('a picture of the whole page has what scripts show or load when a person scrolls there', async (t) => {
  const page = await open(
    t,
    `<style>* { margin: 0 } html { scroll-behavior: smooth } div { height: 900px }
      section { height: 200px; opacity: 0; transition: opacity 2s } section.seen { opacity: 1 }</style>
      <div></div><section style="background: rgb(0, 0, 200)"></section><div></div>
      <img data-src="/green.svg" width=300 height=200 style="display: block">
      <div></div><section id=again style="background: rgb(200, 100, 0); transform: translateX(0)"></section>
      <div></div><p style="height: 10px"></p>
      <section style="position: fixed; bottom: -50px; right: 0; width: 90px; background: rgb(90, 0, 90)" id=back></section>
      <script>
        addEventListener('scroll', () => { back.className = scrollY > 400 ? 'seen' : '' });
        const see = new IntersectionObserver((entries) => {
          for (const { target, isIntersecting } of entries) {
            if (target.id === 'again') target.className = isIntersecting ? 'seen' : '';
            if (!isIntersecting || target.id === 'back') continue;
            target.className = 'seen';
            if (target.dataset.src) target.src = target.dataset.src;
            if (target.localName === 'p') target.before(Object.assign(document.createElement('div'), { className: 'more' }));
          }
        });
        for (const one of document.querySelectorAll('section, img, p')) see.observe(one);
      </script>`,
    [['/green.svg', { headers: { 'content-type': 'image/svg+xml' }, body: green }]],
  );
  if (page === null) return;
  await page.act(browserAction({ type: 'evaluate', text: 'scrollTo({ top: 300, behavior: "instant" })' }));
  const { picture } = await page.act(browserAction({ type: 'screenshot', fullPage: true }));
  assert.ok(picture);
  const { width, data } = PNG.sync.read(Buffer.from(picture.bytes));
  const colorAt = (y: number) => [...data.subarray((y * width + 20) * 4, (y * width + 20) * 4 + 3)];
  assert.deepEqual(colorAt(900 + 100), [0, 0, 200], 'what a script shows slowly');
  assert.deepEqual(colorAt(900 + 200 + 900 + 100), [0, 128, 0], 'what a script loads');
  assert.deepEqual(colorAt(2 * (900 + 200) + 900 + 100), [200, 100, 0], 'what a script hides again');
  const purple = data.findIndex(
    (red, at) => at % 4 === 0 && red === 90 && data[at + 1] === 0 && data[at + 2] === 90,
  );
  assert.equal(purple, -1, 'a button that moves with the window is as it is there');
  const { value } = await page.act(
    browserAction({
      type: 'evaluate',
      text: '[scrollY, document.querySelectorAll(".more").length, again.getAttribute("style").includes("important")]',
    }),
  );
  assert.deepEqual(
    value,
    [300, 1, false],
    'the window is where it was, and a page that grows is not followed',
  );
});
