import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteKey } from '../../src/web/politeness/politeness-rules.ts';
import { type DataPackage, downloadData, packageText } from './download-data.ts';
import { type CaseResult, compareValues, type Suite } from './suite.ts';

const source: DataPackage = { client: 'pip', name: 'publicsuffixlist', version: '1.1.2.20261023' };
const casePattern = /^checkPublicSuffix\('([^']*)', (?:'([^']*)'|null)\);/gm;

function judge(host: string, domain: string | undefined): CaseResult {
  const url = new URL(`http://${host}/`);
  // A host without a domain is a site of its own.
  const wanted = domain === undefined ? url.hostname : new URL(`http://${domain}/`).hostname;
  const returned = siteKey(url, '').trim();
  const reason = host.startsWith('.') ? 'no DNS name starts with a dot' : undefined;
  return compareValues(host, host, wanted, returned, reason);
}

/** Test cases of the Public Suffix List; the site of a host name, by which fetches are limited. */
export const publicSuffix: Suite = {
  name: 'public-suffix',
  title: 'Public Suffix List, test_psl.txt',
  source: packageText(source),
  async run() {
    const file = join(await downloadData(source), 'publicsuffixlist', 'test_psl.txt');
    const cases = (await readFile(file, 'utf8')).matchAll(casePattern);
    return [...cases].map(([, host, domain]) => judge(host as string, domain));
  },
};
