import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { comparePictures } from './compare-pictures.ts';

/** A white picture with a black square of 10 by 10 pixels. */
function picture(width: number, height: number, left: number): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (let y = 10; y < 20; y += 1) {
    for (let x = left; x < left + 10; x += 1) png.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return PNG.sync.write(png);
}

test('what differs between two pictures is drawn, and counted', () => {
  assert.equal(comparePictures(picture(100, 50, 10), picture(100, 50, 10))?.share, 0);
  const moved = comparePictures(picture(100, 50, 10), picture(100, 50, 60));
  assert.equal(moved?.share, 200 / 5_000);
  const drawn = PNG.sync.read(Buffer.from(moved?.picture ?? []));
  assert.deepEqual([drawn.width, drawn.height], [100, 50]);
  const longer = comparePictures(picture(100, 50, 10), picture(100, 80, 10));
  assert.ok((longer?.share ?? 0) > 0.3);
});

test('what is no picture, or too large a one, is not compared', () => {
  const good = picture(100, 50, 10);
  assert.equal(comparePictures(good, Buffer.from('no picture at all, but long enough')), null);
  const huge = Buffer.from(good);
  huge.writeUInt32BE(100_000, 16);
  huge.writeUInt32BE(100_000, 20);
  assert.equal(comparePictures(good, huge), null);
});
