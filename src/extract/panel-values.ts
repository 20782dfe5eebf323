import type { FoundValue } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { openPanels } from '../page/states/opened-flow.ts';
import { endOf } from '../page/tree/tree.ts';
import { createPageFacts } from './facts/create-page-facts.ts';
import type { PageFacts } from './facts/page-facts.ts';
import { belongsToField } from './page-data/page-data.ts';
import type { Field } from './schema/field.ts';

/** View of a page whose closed panels are open. */
export interface OpenedPage {
  view: PageFacts;
  /** Returns true for a node in a panel. */
  isInPanel(node: number): boolean;
}

/**
 * Opens the closed panels of a page, such as answers of an accordion; null if it has none. `fetchedAt` is the time of the fetch
 * (ISO 8601), or null.
 */
export function openPage(parsed: ParsedPage, fetchedAt: string | null): OpenedPage | null {
  const opened = openPanels(parsed.tree, parsed.flow);
  if (opened === null) return null;
  const { flow, panels } = opened;
  return {
    view: createPageFacts({ ...parsed, flow }, fetchedAt),
    isInPanel: (node) => panels.some((panel) => node >= panel && node < endOf(parsed.tree, panel)),
  };
}

/**
 * Returns values of closed panels for the fields that the visible page leaves without any value. The whole page competes,
 * so that a panel answers only if it answers better than what is visible; weak values are left out, and so are records and
 * lists that are only partly in panels.
 */
export function findInPanels(
  { isInPanel }: OpenedPage,
  fields: readonly Field[],
  values: readonly FoundValue[],
  find: (open: readonly Field[]) => FoundValue[],
): FoundValue[] {
  const open = fields.filter((field) => !values.some((value) => belongsToField(value, field)));
  if (open.length === 0) return [];
  const found = find(open);
  return open.flatMap((field) => {
    const ofField = found.filter((value) => belongsToField(value, field));
    const isFromPanels = ofField.every(
      ({ node, evidence }) => node !== undefined && isInPanel(node) && evidence.weak !== true,
    );
    return isFromPanels ? ofField : [];
  });
}
