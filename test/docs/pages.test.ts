import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { navigation } from '../../src/interfaces/http/docs/navigation.ts';
import { renderPage } from '../../src/interfaces/http/docs/render-page.ts';

const root = new URL('../../', import.meta.url);
/** Longest page for users, in words. */
const maxWords = 3_000;
/** Remarks about the tests of webdata, which only contributors need. */
const testRemarks =
  /\bthe tests (?:check|compare|run|start|use)\b|\bpart of the tests\b|\btest archives?\b|\btest\/[\w-]+|\.test\.ts\b/i;

/** Returns the pages for users with their texts, without the info strings of code blocks. */
async function readUserPages(): Promise<Array<readonly [file: string, text: string]>> {
  const files = navigation.flatMap(({ pages, isForContributors }) =>
    isForContributors ? [] : pages.map(({ file }) => file),
  );
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, root), 'utf8');
      return [file, text.replaceAll(/^( *```\w*).*$/gm, '$1')] as const;
    }),
  );
}

test('pages for users have at most 3,000 words', async () => {
  const long = (await readUserPages())
    .map(
      ([file, text]) =>
        [file, text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length] as const,
    )
    .filter(([, words]) => words > maxWords);
  assert.deepEqual(long, [], 'move a part to a page of its own');
});

test('pages for users do not speak about the tests of webdata', async () => {
  const remarks = (await readUserPages()).flatMap(([file, text]) => {
    const remark = testRemarks.exec(text)?.[0];
    return remark === undefined ? [] : [`${file}: ${remark}`];
  });
  assert.deepEqual(remarks, []);
});

/** Returns the Markdown files whose links people follow on code hosts. */
async function listMarkdownFiles(): Promise<string[]> {
  const folders = ['docs', 'clients', 'deploy', 'integrations', 'skills'];
  const names = await Promise.all(
    folders.map(async (folder) => {
      const found = await readdir(new URL(`${folder}/`, root), { recursive: true });
      return found.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
    }),
  );
  const inFolders = names.flat().filter((name) => name.endsWith('.md') && !name.includes('node_modules'));
  const atRoot = (await readdir(root)).filter((name) => name.endsWith('.md'));
  return [...atRoot, ...inFolders];
}

/** Returns the relative links of a page. */
function relativeLinks(text: string): string[] {
  const links: string[] = [];
  renderPage(text, (href) => {
    if (!/^(?:[a-z]+:|\/)/i.test(href)) links.push(href);
    return href;
  });
  return links;
}

async function brokenLinksOf(file: string): Promise<string[]> {
  const broken: string[] = [];
  for (const link of relativeLinks(await readFile(new URL(file, root), 'utf8'))) {
    const [path = '', heading] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    const found = await stat(new URL(target, root)).catch(() => null);
    if (found === null) broken.push(`${file}: ${link}`);
    else if (heading !== undefined && target.endsWith('.md')) {
      const { sections } = renderPage(await readFile(new URL(target, root), 'utf8'), (href) => href);
      if (!sections.some(({ id }) => id === heading)) broken.push(`${file}: ${link}`);
    }
  }
  return broken;
}

test('relative links of Markdown files lead to files and headings', async () => {
  const broken: string[] = [];
  for (const file of await listMarkdownFiles()) broken.push(...(await brokenLinksOf(file)));
  assert.deepEqual(broken, []);
});
