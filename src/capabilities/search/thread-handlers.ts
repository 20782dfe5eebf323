import { createTextTaskHandler, type TextTaskHandler } from '../../page/serve-tasks.ts';
import { searchablePagesWork } from './thread-work.ts';

/** Work of searches in content threads, loaded on first use. */
export const threadHandlers: readonly TextTaskHandler[] = [
  createTextTaskHandler(
    searchablePagesWork,
    async () => (await import('./searchable-page.ts')).createSearchablePages,
  ),
];
