import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseRobots } from '../../src/site/robots/robots.ts';
import { type DataPackage, downloadData, packageText } from './download-data.ts';
import { type CaseResult, compareValues, type Suite } from './suite.ts';

const run = promisify(execFile);
const reader = fileURLToPath(new URL('./programs/read-robots-cases.py', import.meta.url));

interface RobotsCase {
  id: string;
  text: string;
  agent: string;
  url: string;
  allowed: boolean;
}

/** Differences that stay, each with its reason. */
const reasons: readonly [reason: string, applies: (one: RobotsCase) => boolean][] = [
  ['RFC 9309 always allows /robots.txt', ({ url }) => url.endsWith('/robots.txt')],
  ['names are compared whole; Google cuts them at digits', ({ agent }) => /^AB(?:42bot)?$/.test(agent)],
  ['of a name of two words, the first one counts', ({ agent }) => agent.includes(' ')],
  ['a group is for one name; Protego takes its prefixes', ({ agent }) => agent.startsWith('googlebot-')],
  ["only Google's crawler takes /index.html for /", ({ text }) => text.includes('/index.html')],
  [
    'a final `$` is the end mark; Protego also takes it for the character',
    ({ text }) => text.includes('abc$'),
  ],
  [
    'a rule matches from the start of the path, and URLs do not',
    ({ text }) => text.includes('disallow: http:'),
  ],
  ['a name without colon and value is no line of a group', ({ text }) => /^ *user agent$/m.test(text)],
];

function judge(one: RobotsCase): CaseResult {
  const url = URL.parse(one.url, 'http://foo.bar/')?.href ?? one.url;
  const verdict = parseRobots(one.text, new URL('/robots.txt', url).href).verdict(url, one.agent);
  const reason = reasons.find(([, applies]) => applies(one))?.[0];
  return compareValues(one.id, one, one.allowed ? 'allowed' : 'disallowed', verdict, reason);
}

async function readCases(source: DataPackage, modules: readonly string[]): Promise<CaseResult[]> {
  const folder = await downloadData(source);
  const args = [reader, join(folder, 'tests'), ...modules];
  const { stdout } = await run(process.env.PYTHON ?? 'python3', args, {
    maxBuffer: 2 ** 28,
    timeout: 60_000,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => judge(JSON.parse(line) as RobotsCase));
}

const google: DataPackage = { client: 'pip', name: 'robotspy', version: '0.13.0' };
const protego: DataPackage = { client: 'pip', name: 'protego', version: '0.7.0' };

/** Cases of google/robotstxt and of its specification tests, as robotspy ships them; robots.txt rules of a crawl. */
export const googleRobots: Suite = {
  name: 'google-robots',
  title: 'google/robotstxt and robotstxt-spec-test',
  source: packageText(google),
  run: () => readCases(google, ['test_google', 'test_google_correctness', 'test_google_stress']),
};

/** Cases of Protego, the parser of Scrapy. */
export const protegoRobots: Suite = {
  name: 'protego-robots',
  title: "Protego's cases of robots.txt",
  source: packageText(protego),
  run: () => readCases(protego, ['test_protego', 'test_on_google_spec']),
};
