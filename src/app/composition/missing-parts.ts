import type { Settings } from '../../domain/system/settings.ts';

/** Returns what this instance is not configured for, in the words of agents' tools, so that they do not try it in vain. */
export function describeMissingParts({
  search,
  modelUrl,
  modelFile,
  smtpUrl,
}: Pick<Settings, 'search' | 'modelUrl' | 'modelFile' | 'smtpUrl'>): string[] {
  return [
    ...(search.length === 0 ? ['search (no provider)'] : []),
    ...(modelUrl === null && modelFile === null
      ? ['a language model (extract finds values by rules alone)']
      : []),
    ...(smtpUrl === null ? ['e-mail (monitors notify by webhook)'] : []),
  ];
}
