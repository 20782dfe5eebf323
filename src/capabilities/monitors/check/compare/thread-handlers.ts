import { createTextTaskHandler, type TextTaskHandler } from '../../../../page/serve-tasks.ts';
import {
  compareVersionsWork,
  evaluateCheckWork,
  jsonPartWork,
  pageFactsWork,
  updateNoiseWork,
} from './thread-work.ts';

const comparing = () => import('./compare-in-thread.ts');

/** Work of monitors in content threads, loaded on first use. */
export const threadHandlers: readonly TextTaskHandler[] = [
  createTextTaskHandler(compareVersionsWork, async () => (await comparing()).compareInThread),
  createTextTaskHandler(pageFactsWork, async () => (await import('./page-facts.ts')).readPageFacts),
  createTextTaskHandler(jsonPartWork, async () => (await import('./json-part.ts')).readJsonPart),
  createTextTaskHandler(updateNoiseWork, async () => (await comparing()).updateNoiseInThread),
  createTextTaskHandler(evaluateCheckWork, async () => (await comparing()).evaluateInThread),
];
