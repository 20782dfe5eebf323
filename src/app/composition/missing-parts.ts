import type { MissingPart } from '../../domain/system/missing-part.ts';
import type { Settings } from '../../domain/system/settings.ts';

/** Returns what this instance is not configured for, so that agents do not try it in vain. */
export function describeMissingParts({
  search,
  modelUrl,
  modelFile,
  smtpUrl,
}: Pick<Settings, 'search' | 'modelUrl' | 'modelFile' | 'smtpUrl'>): MissingPart[] {
  return [
    ...(search.length === 0 ? [{ text: 'search (no provider)', tool: 'search' }] : []),
    ...(modelUrl === null && modelFile === null
      ? [{ text: 'a language model (extract finds values by rules alone)', tool: null }]
      : []),
    ...(smtpUrl === null ? [{ text: 'e-mail (monitors notify by webhook)', tool: null }] : []),
  ];
}
