/**
 * Writes the pictures of docs/console.md from the screenshots that the tests of the console stored
 * (`npm test -- test/console`). The browser of this machine converts them to small WebP files.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from '../src/web/browser/find/find-browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'bench', 'results', 'console');
const target = join(root, 'docs', 'images');
const quality = 0.8;
const maxTotalBytes = 600_000;

/** Screenshots by the name of the picture. */
const pictures: Readonly<Record<string, string>> = {
  'console-playground': 'playground-result-1440-light.png',
  'console-job': 'job-1440-light.png',
  'console-monitor': 'monitor-change-1440-light.png',
  'console-extraction': 'extraction-1440-light.png',
  'console-usage': 'usage-1440-dark.png',
  'console-phone': 'archive-390-light.png',
};

/** Runs in the browser: draws a PNG file and returns it as WebP, both in base64. */
const convert = `async ([png, quality]) => {
  const response = await fetch('data:image/png;base64,' + png);
  const bitmap = await createImageBitmap(await response.blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d').drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return bytes.toBase64();
}`;

const { browser: found, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
const executable = found?.program?.executable;
if (executable === undefined) throw new Error(`There is no browser on this machine (${detail}).`);
const browser = await chromium.launch({ executablePath: executable });
try {
  const page = await browser.newPage();
  await mkdir(target, { recursive: true });
  let total = 0;
  for (const [name, file] of Object.entries(pictures)) {
    const png = (await readFile(join(source, file))).toString('base64');
    const webp = await page.evaluate<string>(`(${convert})(${JSON.stringify([png, quality])})`);
    const bytes = Buffer.from(webp, 'base64');
    total += bytes.length;
    await writeFile(join(target, `${name}.webp`), bytes);
    process.stdout.write(`${name}.webp ${bytes.length} bytes\n`);
  }
  if (total > maxTotalBytes) throw new Error(`The pictures take ${total} bytes, more than ${maxTotalBytes}.`);
} finally {
  await browser.close();
}
