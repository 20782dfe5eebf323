import { type PageCommand, usualPageCommand } from '../../domain/page-command.ts';
import type { Ignored } from './ignored.ts';
import type { MonitorSettings } from './watch.ts';

/** Code points of Markdown that are compared. */
const comparedLength = 2_000_000;

/**
 * How a watched page is read. With `isAgain` it was read a moment before, and what stands between us and the site is not to
 * answer from its memory.
 */
export function pageToWatch(settings: MonitorSettings, ignored: Ignored, isAgain: boolean): PageCommand {
  const { watch, country, strict_country: strictCountry, render, login, screenshot } = settings;
  return usualPageCommand(settings.url ?? '', {
    formats: [
      watch.kind === 'fields' ? 'metadata' : 'markdown',
      ...(screenshot ? ['screenshot' as const] : []),
    ],
    country,
    strictCountry,
    render,
    onlyMainContent: !(watch.kind === 'page' && watch.whole === true) && watch.kind !== 'fields',
    includeSelectors: 'selector' in watch ? [watch.selector] : [],
    excludeSelectors: ignored.selectors,
    headers: isAgain ? { 'cache-control': 'no-cache' } : {},
    login,
    focus: 'focus' in watch ? watch.focus : null,
    maxLength: comparedLength,
    ...(watch.kind === 'fields' && { json: { schema: watch.schema, prompt: watch.prompt } }),
  });
}
