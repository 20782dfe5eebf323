import { readFileSync } from 'node:fs';
import type { Leaves } from '../../src/page/main/features/leaves.ts';
import type { Candidates } from '../../src/page/main/forest/candidates.ts';
import { findBody, prepareCandidates } from '../../src/page/main-content.ts';
import { findVisibleContent } from '../../src/page/outcome/visible-content.ts';
import { parseHtml } from '../../src/page/parse/parse-html.ts';
import { decodeText } from '../../src/page/text/decode.ts';
import type { Flow } from '../../src/page/tree/flow.ts';
import type { Tree } from '../../src/page/tree/tree.ts';
import type { SamplePage } from './sample.ts';

/** A sample page with the candidates for its main content. */
export interface SampleCandidates {
  tree: Tree;
  flow: Flow;
  leaves: Leaves;
  found: Candidates;
}

/** Parses a sample page and finds the candidates as the service does. Throws if the page is too large for the model. */
export function sampleCandidates(page: SamplePage): SampleCandidates {
  const { text } = decodeText(readFileSync(page.file), 'text/html', true);
  const tree = parseHtml(text);
  const content = findVisibleContent(tree, findBody(tree));
  const { candidates, withHidden: flow } = prepareCandidates({ tree, ...content });
  if (candidates === null) throw new Error(`${page.id} is too large for the model`);
  return { tree, flow, leaves: candidates.leaves, found: candidates };
}
