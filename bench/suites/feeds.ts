import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { feedToHtml } from '../../src/page/documents/feed.ts';
import { parseHtml } from '../../src/page/parse/parse-html.ts';
import { decodeText } from '../../src/page/text/decode.ts';
import { attribute } from '../../src/page/parse/attributes.ts';
import { attributeOf, isElement, subtreeText } from '../../src/page/tree/tree.ts';
import { type DataPackage, downloadData, packageText } from './download-data.ts';
import type { CaseResult, Suite } from './suite.ts';

const source: DataPackage = { client: 'pip', name: 'feedparser', version: '6.0.14' };

/** Value that the header of a case wants in the feed or its first entry. */
interface Clause {
  owner: string;
  property: string;
  wanted: string;
}

const clausePattern =
  /(feed|entries\[0\])(?:\[u?'|\.)(title|link|description|summary|author|subtitle)(?:'\])? == u?'((?:[^'\\]|\\.)*)'/g;

/** Decodes the escapes of a string of Python. */
function decodePython(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gi, (_, unicode, byte, character) => {
    if (unicode !== undefined || byte !== undefined)
      return String.fromCodePoint(Number.parseInt(unicode ?? byte, 16));
    return character === 'n' ? '\n' : character;
  });
}

/** Returns the wanted values of a case, and for an ill-formed feed the titles in its source. */
function readClauses(text: string): Clause[] {
  const expectation = /Expect:(.*)/.exec(text)?.[1] ?? '';
  const clauses = [...expectation.matchAll(clausePattern)].map(([, owner, property, wanted]) => ({
    owner: owner as string,
    property: property as string,
    wanted: decodePython(wanted as string),
  }));
  if (!/^\s*bozo/.test(expectation)) return clauses;
  const titles = text.matchAll(/<title>([^<&]+)<\/title>/g);
  return [...titles].map(([, wanted]) => ({ owner: 'feed', property: 'title', wanted: wanted as string }));
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Returns the texts and link targets of a page without white space. */
function readingOf(html: string): string {
  const tree = parseHtml(html);
  const targets: string[] = [];
  for (let node = 1; node < tree.count; node++)
    if (isElement(tree, node)) targets.push(attributeOf(tree, node, attribute.href) ?? '');
  return withoutSpace(`${subtreeText(tree, 0)} ${targets.join(' ')}`);
}

function judge(id: string, bytes: Uint8Array): CaseResult | null {
  const text = decodeText(bytes, 'application/xml', false).text;
  const clauses = readClauses(text);
  if (clauses.length === 0) return null;
  try {
    const { html } = feedToHtml(text, 'http://127.0.0.1:8097/feed.xml');
    const reading = readingOf(html);
    const missing = clauses.filter(({ wanted }) => !reading.includes(readingOf(wanted)));
    return {
      id,
      isPassed: missing.length === 0,
      difference: `wanted ${JSON.stringify(missing)} in ${html.slice(0, 400)}`,
    };
  } catch (error) {
    return { id, isPassed: false, difference: `${(error as Error).message}: ${text.slice(0, 300)}` };
  }
}

/** Feeds of feedparser, well-formed and not, whose header names a title, link, author or text that a reader shall show. */
export const feeds: Suite = {
  name: 'feeds',
  title: "feedparser's feeds",
  source: packageText(source),
  async run() {
    const folder = join(await downloadData(source), 'tests');
    const files = globSync('{illformed,wellformed}/**/*.xml', { cwd: folder }).toSorted();
    const results: CaseResult[] = [];
    for (const file of files) {
      const result = judge(relative('.', file), await readFile(join(folder, file)));
      if (result !== null) results.push(result);
    }
    return results;
  },
};
