import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { normalizeLink } from '../../src/site/links/url-normalization.ts';
import { type DataPackage, downloadData, packageText } from './download-data.ts';
import { type CaseResult, compareValues, type Suite } from './suite.ts';

const source: DataPackage = { client: 'go', name: 'github.com/nlnwa/whatwg-url', version: 'v0.6.2' };

interface UrlCase {
  input: string;
  base: string | null;
  failure?: true;
  href?: string;
  hash?: string;
}

/** Returns the link that a page with this case has: http and https only, without fragment and credentials. */
function wantedLink({ failure, href = '' }: UrlCase): string | null {
  const url = failure === true ? null : new URL(href);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.origin + url.pathname + url.search;
}

/** Code points that a link loses because readers do not see them, and browsers' address bars neither. */
const invisible = /[\u202a-\u202e\ufeff]/;

function reasonOf({ input }: UrlCase): string | undefined {
  if (invisible.test(input)) return 'invisible characters are removed from links';
  return /xn--/i.test(input) ? "the platform's URL parser accepts this invalid Punycode" : undefined;
}

function judge(one: UrlCase, index: number): CaseResult {
  const base = one.base === null || one.base === 'about:blank' ? undefined : one.base;
  const returned = normalizeLink(one.input, base);
  return compareValues(String(index + 1), [one.input, one.base], wantedLink(one), returned, reasonOf(one));
}

/** URL cases of the Web Platform Tests; links as a crawl follows them. */
export const urls: Suite = {
  name: 'urls',
  title: 'Web Platform Tests, URL',
  source: packageText(source),
  async run() {
    const file = join(await downloadData(source), 'testdata', 'urltestdata.json');
    const cases = JSON.parse(await readFile(file, 'utf8')) as (UrlCase | string)[];
    return cases.filter((one) => typeof one !== 'string').map(judge);
  },
};
