import type { MissingPart } from '../../domain/system/missing-part.ts';
import type { Settings } from '../../domain/system/settings.ts';

/** Returns what this instance is not configured for, so that agents and people do not try it in vain. */
export function describeMissingParts(
  { search, smtpUrl, exitsFile }: Pick<Settings, 'search' | 'smtpUrl' | 'exitsFile'>,
  hasModel: boolean,
  hasBrowser: boolean,
): MissingPart[] {
  const parts = [
    { isMissing: search.length === 0, name: 'search', effect: 'no provider', tool: 'search' },
    {
      isMissing: exitsFile === null,
      name: 'exits in other countries',
      effect: 'compare reads through them',
      tool: 'compare',
    },
    {
      isMissing: !hasModel,
      name: 'a language model',
      effect: 'extract finds values by rules alone',
      tool: null,
    },
    { isMissing: smtpUrl === null, name: 'e-mail', effect: 'monitors notify by webhook', tool: null },
    {
      isMissing: !hasBrowser,
      name: 'a browser',
      effect: 'pages are read without their scripts',
      tool: 'browser',
    },
  ];
  return parts
    .filter(({ isMissing }) => isMissing)
    .map(({ name, effect, tool }) => ({ name, text: `${name} (${effect})`, tool }));
}
