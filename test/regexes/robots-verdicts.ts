import { parseRobots } from '../../src/site/robots/robots.ts';

/** Returns the verdicts of one robots.txt about URLs of its site, as plain data. */
export function robotsVerdicts(text: string, urls: readonly string[]): string[] {
  const rules = parseRobots(text, 'https://shop.test/robots.txt');
  return urls.map((url) => rules.verdict(url, 'webdata'));
}
