import { defaultPageCommand, type PageCommand } from '../../../domain/pages/page-command.ts';
import { toRequestOptions } from '../../../operations/schemas/page-request.ts';
import { isJsonPath } from '../../../page/text/json-path.ts';
import type { IgnoredContent } from '../settings/ignore-rules.ts';
import type { MonitorSettings } from '../settings/monitor-settings.ts';

/** Maximum length of the compared Markdown, in code points. */
const maxComparedLength = 2_000_000;

/**
 * Returns the command that reads a watched page. With `isSecondReading` it is a second reading, which caches between the
 * service and the site must not answer.
 */
export function watchPageCommand(
  settings: MonitorSettings,
  ignored: IgnoredContent,
  isSecondReading: boolean,
): PageCommand {
  const { watch, country, strict_country: strictCountry, render, login, screenshot } = settings;
  const { headers, ...request } = toRequestOptions(settings.request ?? {}, render);
  return defaultPageCommand(settings.url ?? '', {
    ...request,
    formats: [
      watch.kind === 'fields' ? 'metadata' : 'markdown',
      ...(screenshot ? ['screenshot' as const] : []),
    ],
    country,
    strictCountry,
    onlyMainContent: !(watch.kind === 'page' && watch.whole === true) && watch.kind !== 'fields',
    includeSelectors: 'selector' in watch && !isJsonPath(watch.selector) ? [watch.selector] : [],
    excludeSelectors: ignored.selectors,
    headers: { ...headers, ...(isSecondReading && { 'cache-control': 'no-cache' }) },
    login,
    loginFor: 'monitors',
    focus: 'focus' in watch ? watch.focus : null,
    maxLength: maxComparedLength,
    ...(watch.kind === 'fields' && { json: { schema: watch.schema, prompt: watch.prompt } }),
  });
}
