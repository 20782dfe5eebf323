import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseRobots } from '../../src/site/robots/robots.ts';
import { type DataPackage, downloadData, packageText } from './download-data.ts';
import { type CaseResult, compareValues, type Suite } from './suite.ts';

const run = promisify(execFile);
const reader = fileURLToPath(new URL('./programs/read-robots-cases.py', import.meta.url));

/** A file, an agent and a URL, and whether the file allows the agent to read it. */
export interface RobotsCase {
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
  const url = urlOfCase(one);
  const verdict = parseRobots(one.text, new URL('/robots.txt', url).href).verdict(url, one.agent);
  const reason = reasons.find(([, applies]) => applies(one))?.[0];
  return compareValues(one.id, one, one.allowed ? 'allowed' : 'disallowed', verdict, reason);
}

/** Returns the cases of a package. */
export async function readRobotsCases({ source, modules }: RobotsCases): Promise<RobotsCase[]> {
  const folder = await downloadData(source);
  const args = [reader, join(folder, 'tests'), ...modules];
  const { stdout } = await run(process.env.PYTHON ?? 'python3', args, {
    maxBuffer: 2 ** 28,
    timeout: 60_000,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as RobotsCase);
}

/** Returns the URL of a case; some are paths. */
export function urlOfCase({ url }: RobotsCase): string {
  return URL.parse(url, 'http://foo.bar/')?.href ?? url;
}

/** Returns whether the service may read the URL of a case. */
export function isAllowedByService(one: RobotsCase): boolean {
  const url = urlOfCase(one);
  return parseRobots(one.text, new URL('/robots.txt', url).href).verdict(url, one.agent) === 'allowed';
}

async function judgeCases(cases: RobotsCases): Promise<CaseResult[]> {
  return (await readRobotsCases(cases)).map(judge);
}

/** A package with test modules that contain cases. */
export interface RobotsCases {
  source: DataPackage;
  modules: readonly string[];
}

/** Cases of google/robotstxt and of its specification tests, as robotspy ships them. */
export const googleCases: RobotsCases = {
  source: { client: 'pip', name: 'robotspy', version: '0.13.0' },
  modules: ['test_google', 'test_google_correctness', 'test_google_stress'],
};

/** Cases of Protego. */
export const protegoCases: RobotsCases = {
  source: { client: 'pip', name: 'protego', version: '0.7.0' },
  modules: ['test_protego', 'test_on_google_spec'],
};

/** Cases of google/robotstxt and of its specification tests, as robotspy ships them; robots.txt rules of a crawl. */
export const googleRobots: Suite = {
  name: 'google-robots',
  title: 'google/robotstxt and robotstxt-spec-test',
  source: packageText(googleCases.source),
  run: () => judgeCases(googleCases),
};

/** Cases of Protego, the parser of Scrapy. */
export const protegoRobots: Suite = {
  name: 'protego-robots',
  title: "Protego's cases of robots.txt",
  source: packageText(protegoCases.source),
  run: () => judgeCases(protegoCases),
};
