import type { TextWork } from '../../domain/pages/content.ts';
import type { MetaRefresh } from './meta-refresh.ts';

/** Finds the refresh of the page at `url`; `html` is the start of its source. */
export const metaRefreshWork: TextWork<{ html: string; url: string }, MetaRefresh | null> = {
  name: 'meta_refresh',
};
