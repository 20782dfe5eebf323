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
