import { parseRobots } from '../../src/site/robots/robots.ts';

/** The verdicts of one robots.txt on addresses of its site, as plain data. */
export function robotsVerdicts(text: string, urls: readonly string[]): string[] {
  const rules = parseRobots(text, 'https://shop.test/robots.txt');
  return urls.map((url) => rules.verdict(url, 'webdata'));
}
