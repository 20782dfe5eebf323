import { createTextTaskHandler, type TextTaskHandler } from '../../../../page/serve-tasks.ts';
import { compareVersionsWork, evaluateCheckWork, pageKeysWork, updateNoiseWork } from './thread-work.ts';

const comparing = () => import('./compare-in-thread.ts');

/** Work of monitors in content threads, loaded on first use. */
export const monitorThreadHandlers: readonly TextTaskHandler[] = [
  createTextTaskHandler(compareVersionsWork, async () => (await comparing()).compareInThread),
  createTextTaskHandler(pageKeysWork, async () => (await import('./page-keys.ts')).readPageKeys),
  createTextTaskHandler(updateNoiseWork, async () => (await comparing()).updateNoiseInThread),
  createTextTaskHandler(evaluateCheckWork, async () => (await comparing()).evaluateInThread),
];
