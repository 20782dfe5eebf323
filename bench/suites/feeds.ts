import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { feedToHtml } from '../../src/page/documents/feed.ts';
import { parseHtml } from '../../src/page/parse/parse-html.ts';
import { decodeText } from '../../src/page/text/decode.ts';
import { subtreeText } from '../../src/page/tree/tree.ts';
import { ourReading } from '../../test/corpus/oracle.ts';
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
  const clauses = [...expectation.matchAll(clausePattern)]
    .map(([, owner, property, wanted]) => ({
      owner: owner as string,
      property: property as string,
      wanted: decodePython(wanted as string),
    }))
    // A page shows no author and no link of a feed as a whole.
    .filter(({ owner, property }) => owner !== 'feed' || !/^(?:author|link)$/.test(property));
  if (!/^\s*bozo/.test(expectation)) return clauses;
  const titles = text.matchAll(/<title>([^<&]+)<\/title>/g);
  return [...titles].map(([, wanted]) => ({ owner: 'feed', property: 'title', wanted: wanted as string }));
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Returns the texts and link targets of a page without white space, and without scripts. */
function readingOf(html: string): string {
  const { text, links } = ourReading(html);
  return withoutSpace(`${text} ${links.join(' ')}`);
}

/** Differences that stay, by the names of their files or their errors. */
const reasons: readonly [reason: string, pattern: RegExp][] = [
  ['CDF, a format of 1997, is not read', /^wellformed\/cdf\//],
  ['base64 content, which only Atom 0.3 had', /base64/],
  ['Content-Location is no base of references (RFC 9110 section 8.7)', /content_location/],
  ['the name of an author is shown without the address', /author_map_author/],
  ['RSS whose elements have a namespace prefix', /<r:rss/],
  ['an iframe or object without end tag takes the text behind it, as in browsers', /(?:iframe|object)\.xml /],
  ['the text of a page in an entry is kept whole; nothing in it runs', /_crazy\.xml /],
  ['host names are in lower case', /item_image_link_conflict/],
  ['of a summary and a description, which RSS does not have both, one is shown', /summary_and_description/],
  ['RSS without any element of RSS in its items', /Invalid feed format.*<rss/s],
];

/** Returns the text of markup; titles are text only. */
function textOf(html: string): string {
  return subtreeText(parseHtml(html), 0);
}

function differenceOf(text: string, clauses: readonly Clause[]): string {
  try {
    const { html } = feedToHtml(text, 'http://127.0.0.1:8097/feed.xml');
    const reading = readingOf(html);
    const missing = clauses.filter(
      ({ property, wanted }) =>
        !reading.includes(withoutSpace(property === 'title' ? textOf(wanted) : wanted)) &&
        !reading.includes(property === 'title' ? withoutSpace(wanted) : readingOf(wanted)),
    );
    return missing.length === 0 ? '' : `wanted ${JSON.stringify(missing)} in ${html}`;
  } catch (error) {
    return `${(error as Error).message}: ${text}`;
  }
}

function judge(id: string, text: string): CaseResult | null {
  const clauses = readClauses(text);
  if (clauses.length === 0) return null;
  const difference = differenceOf(text, clauses);
  const isPassed = difference === '';
  const reason = reasons.find(([, pattern]) => pattern.test(`${id} ${difference}`))?.[0];
  return { id, isPassed, difference, ...(isPassed || reason === undefined ? {} : { reason }) };
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
      const bytes = await readFile(join(folder, file));
      const result = judge(file, decodeText(bytes, 'application/xml', false).text);
      if (result !== null) results.push(result);
    }
    return results;
  },
};
