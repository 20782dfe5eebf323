import type { PageCommand } from '../../domain/page-command.ts';
import type { Ignored } from './ignored.ts';
import type { MonitorSettings } from './watch.ts';

/** Code points of Markdown that are compared. */
const comparedLength = 2_000_000;
const pageWithinMs = 60_000;

/**
 * How a watched page is read. With `isAgain` it was read a moment before, and what stands between us and the site is not to
 * answer from its memory.
 */
export function pageToWatch(settings: MonitorSettings, ignored: Ignored, isAgain: boolean): PageCommand {
  const { watch, country, strict_country: strictCountry, render, login, screenshot } = settings;
  return {
    url: settings.url ?? '',
    formats: [
      watch.kind === 'fields' ? 'metadata' : 'markdown',
      ...(screenshot ? ['screenshot' as const] : []),
    ],
    country,
    strictCountry,
    network: 'auto',
    render,
    steps: [],
    onlyMainContent: !(watch.kind === 'page' && watch.whole === true) && watch.kind !== 'fields',
    includeSelectors: 'selector' in watch ? [watch.selector] : [],
    excludeSelectors: ignored.selectors,
    waitMs: 0,
    timeoutMs: pageWithinMs,
    headers: isAgain ? { 'cache-control': 'no-cache' } : {},
    mobile: false,
    screenshot: null,
    login,
    maxCredits: null,
    maxAge: 0,
    focus: 'focus' in watch ? watch.focus : null,
    maxLength: comparedLength,
    robots: 'ignore',
    ...(watch.kind === 'fields' && { json: { schema: watch.schema, prompt: watch.prompt } }),
  };
}
