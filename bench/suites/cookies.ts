import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { createRedirectCookies } from '../../src/web/http/redirect-cookies.ts';
import { type DataPackage, downloadData, packageText } from './download-data.ts';
import { type CaseResult, compareValues, type Suite } from './suite.ts';

/** The last version with the data of http-state; those of later versions leave their tests out. */
const source: DataPackage = { client: 'npm', name: 'tough-cookie', version: '1.2.0' };
/** A moment when the cookies of the suite that shall live are alive. */
const now = new Date('2012-01-01T00:00:00Z');

interface CookieCase {
  test: string;
  received: string[];
  sent: { name: string; value: string }[];
  'sent-to'?: string;
}

function judge(one: CookieCase): CaseResult {
  const cookies = createRedirectCookies();
  const from = new URL(`http://home.example.org/cookie-parser?${one.test}`);
  const to = new URL(one['sent-to'] ?? `/cookie-parser-result?${one.test}`, from);
  cookies.store(from, one.received, now);
  const wanted = one.sent.map(({ name, value }) => `${name}=${value}`);
  const returned = cookies.cookiesFor(to) ?? '';
  const reason = one.test === 'PATH0028' ? 'escapes of a path are equal to their characters' : undefined;
  return compareValues(one.test, [one.received, to.href], wanted.join('; '), returned, reason);
}

/** Cases of the working group http-state, whose result RFC 6265 is; the cookies of a chain of redirects. */
export const cookies: Suite = {
  name: 'cookies',
  title: 'http-state cookies',
  source: packageText(source),
  async run() {
    const file = join(await downloadData(source), 'test', 'ietf_data', 'parser.json');
    const cases = JSON.parse(await readFile(file, 'utf8')) as CookieCase[];
    mock.timers.enable({ apis: ['Date'], now });
    try {
      return cases.map(judge);
    } finally {
      mock.timers.reset();
    }
  },
};
