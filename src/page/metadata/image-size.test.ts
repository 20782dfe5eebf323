import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeScan, makeTiff } from '../../../test/corpus/documents/make-scan.ts';
import { readImageSize, readOrientation } from './image-size.ts';
import { findTiffPages } from './tiff-tags.ts';

const grey = { width: 30, height: 20, data: Buffer.alloc(600, 255) };

test('the size of a TIFF image, in both orders of bytes', () => {
  assert.deepEqual(readImageSize(makeTiff(grey, true)), { width: 30, height: 20 });
  assert.deepEqual(readImageSize(makeTiff(grey, false)), { width: 30, height: 20 });
  assert.deepEqual(readImageSize(makeTiff(grey, true).subarray(0, 100)), {});
});

test('pages of a TIFF file that lead back to earlier ones end', () => {
  const bytes = makeTiff(grey, true, 3);
  const pages = findTiffPages(bytes, 10);
  assert.equal(pages.length, 3);
  assert.deepEqual(findTiffPages(bytes, 2), pages.slice(0, 2));
  bytes.writeUInt32LE(pages[0] ?? 0, bytes.length - 4);
  assert.deepEqual(findTiffPages(bytes, 10), pages);
  bytes.writeUInt32LE(0xffff_fff0, bytes.length - 4);
  assert.deepEqual(findTiffPages(bytes, 10), pages);
});

/** Returns the start of a JPEG with an orientation in its Exif segment, after a segment of another application. */
function jpegWith(orientation: number): Buffer {
  const exif = Buffer.from('4578696600004d4d002a00000008000101120003000000010000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 24);
  const segment = (data: Buffer) => {
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const scan = Buffer.from('ffda000800000000000000000000', 'hex');
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment(Buffer.from('http://x')), segment(exif), scan]);
}

test('the orientation of a photograph', () => {
  for (const orientation of [1, 3, 6, 8]) assert.equal(readOrientation(jpegWith(orientation)), orientation);
  assert.equal(readOrientation(jpegWith(99)), 1);
  assert.equal(readOrientation(jpegWith(6).subarray(0, 30)), 1);
  assert.equal(readOrientation(makeScan()), 1);
  assert.equal(readOrientation(Buffer.alloc(0)), 1);
});
