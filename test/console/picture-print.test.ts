import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { comparePicturePrints, toPicturePrint } from './picture-print.ts';

type Shade = (x: number, y: number) => number;

function createPicture(shade: Shade): Buffer {
  const picture = new PNG({ width: 160, height: 120 });
  for (let at = 0; at < 160 * 120; at += 1) {
    picture.data.fill(shade(at % 160, Math.floor(at / 160)), 4 * at, 4 * at + 3);
    picture.data[4 * at + 3] = 255;
  }
  return PNG.sync.write(picture);
}

/** A white page with lines of text from `left` on; `ink` distinguishes texts. */
const page =
  (left: number, ink: number): Shade =>
  (x, y) =>
    x > left && y % 12 < 6 && (x * ink) % 7 < 3 ? 40 : 250;

test('other words on the same page have nearly the same print; another layout and another scheme do not', () => {
  const print = toPicturePrint(createPicture(page(40, 3)));
  const otherWords = toPicturePrint(createPicture(page(40, 5)));
  const movedText = toPicturePrint(createPicture(page(110, 3)));
  const darkScheme = toPicturePrint(createPicture((x, y) => 290 - page(40, 3)(x, y)));
  assert.ok(comparePicturePrints(print, otherWords) < 0.05);
  assert.ok(comparePicturePrints(print, movedText) > 0.3);
  assert.ok(comparePicturePrints(print, darkScheme) > 0.3);
  assert.equal(comparePicturePrints(print, ''), 1);
});
