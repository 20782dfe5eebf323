import { createExtractModel } from '../capabilities/extract/extract-model.ts';
import type { LayoutMemory } from '../capabilities/extract/extract-ports.ts';
import { findLayouts, learnLayout } from '../capabilities/extract/layout-memory.ts';
import { createPagesWithValues } from '../capabilities/extract/pages-with-values.ts';
import type { ValueFinderPorts } from '../capabilities/extract/value-finder.ts';
import type { FetchPage } from '../fetching/page-fetcher.ts';
import type { Footing } from './footing.ts';
import { modelOf } from './model.ts';

/** What finding values on pages takes in this process. */
export function composeValueFinding(footing: Footing): ValueFinderPorts {
  const { database, clock } = footing;
  const model = modelOf(footing);
  const layouts: LayoutMemory = {
    find: (accountId, url) => findLayouts(database, accountId, url),
    learn: (accountId, lesson) => learnLayout(database, accountId, lesson, clock.now()),
  };
  return { layouts, model: model === null ? null : createExtractModel(model) };
}

/** The same pages, with the values that commands ask for. */
export function withValues(footing: Footing, fetchPage: FetchPage): FetchPage {
  return createPagesWithValues({ fetchPage, ...composeValueFinding(footing) });
}
