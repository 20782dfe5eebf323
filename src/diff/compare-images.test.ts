import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { compareImages } from './compare-images.ts';

/** Returns a white PNG with a black square of 10 by 10 pixels. */
function makeImage(width: number, height: number, left: number): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (let y = 10; y < 20; y += 1) {
    for (let x = left; x < left + 10; x += 1) png.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return PNG.sync.write(png);
}

test('differing pixels are drawn and counted', () => {
  assert.equal(compareImages(makeImage(100, 50, 10), makeImage(100, 50, 10))?.share, 0);
  const moved = compareImages(makeImage(100, 50, 10), makeImage(100, 50, 60));
  assert.equal(moved?.share, 200 / 5_000);
  const overlay = PNG.sync.read(Buffer.from(moved?.image ?? []));
  assert.deepEqual([overlay.width, overlay.height], [100, 50]);
  const longer = compareImages(makeImage(100, 50, 10), makeImage(100, 80, 10));
  assert.ok((longer?.share ?? 0) > 0.3);
});

test('invalid and oversized images are not compared', () => {
  const good = makeImage(100, 50, 10);
  assert.equal(compareImages(good, Buffer.from('no picture at all, but long enough')), null);
  const huge = Buffer.from(good);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  assert.equal(compareImages(good, huge), null);
});
