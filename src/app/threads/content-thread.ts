// Entry point of the content threads.
import { parentPort, workerData } from 'node:worker_threads';
import { textDifferenceWork, textKeyWork } from '../../diff/thread-work.ts';
import { assembleWork } from '../../extract/thread-work.ts';
import { createTextTaskHandler, serveTasks, type TextTaskHandler } from '../../page/serve-tasks.ts';
import {
  instructionQuoteWork,
  sectionsWork,
  sectionTextWork,
  textWindowWork,
} from '../../page/text/thread-work.ts';
import { headLinksWork } from '../../site/links/thread-work.ts';
import { llmsTextWork } from '../../site/llms-text/thread-work.ts';
import { metaRefreshWork } from '../../site/refresh/thread-work.ts';

if (parentPort === null) throw new Error('content-thread runs as a worker thread only');

// Capabilities list their work in modules without further imports: their definitions would load all their code.
const { handlers } = workerData as { handlers: readonly string[] };
const capabilityHandlers = await Promise.all(
  handlers.map(async (href) => {
    const { threadHandlers }: { threadHandlers: readonly TextTaskHandler[] } = await import(href);
    return threadHandlers;
  }),
);

serveTasks(parentPort, {
  describe: async () => (await import('../../extract/describe-page.ts')).describePage,
  extract: async () => (await import('./extract-page.ts')).extractPage,
  records: async () => (await import('../../listings/page/sources/find-in-response.ts')).findInResponse,
  texts: [
    ...capabilityHandlers.flat(),
    createTextTaskHandler(
      assembleWork,
      async () => (await import('../../extract/assemble-found.ts')).assembleFound,
    ),
    createTextTaskHandler(
      sectionTextWork,
      async () => (await import('../../page/text/section-text.ts')).getSectionText,
    ),
    createTextTaskHandler(
      sectionsWork,
      async () => (await import('../../page/text/sections.ts')).parseSections,
    ),
    createTextTaskHandler(
      textWindowWork,
      async () => (await import('../../page/text/text-window.ts')).getTextWindow,
    ),
    createTextTaskHandler(
      instructionQuoteWork,
      async () => (await import('../../page/safety/find-instructions.ts')).findInstructions,
    ),
    createTextTaskHandler(headLinksWork, async () => {
      const { readHeadLinks } = await import('../../site/links/head-links.ts');
      return ({ html, url }) => readHeadLinks(html, url);
    }),
    createTextTaskHandler(
      llmsTextWork,
      async () => (await import('../../site/llms-text/read-llms-text.ts')).readLlmsText,
    ),
    createTextTaskHandler(metaRefreshWork, async () => {
      const { findMetaRefresh } = await import('../../site/refresh/meta-refresh.ts');
      return ({ html, url }) => findMetaRefresh(html, url);
    }),
    createTextTaskHandler(textKeyWork, async () => (await import('../../diff/dated-text.ts')).computeTextKey),
    createTextTaskHandler(
      textDifferenceWork,
      async () => (await import('../../diff/dated-text.ts')).compareDatedTexts,
    ),
  ],
});
