import type { BrowserContextOptions } from 'playwright-core';
import { toAcceptLanguage } from '../../../domain/pages/visitor.ts';
import { getLocale } from '../../locale/locale.ts';
import type { BrowserRequest } from './network/browser-request.ts';

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/**
 * Returns the emulated device with the locale of the visitor, or of the exit's country. The User-Agent is the browser's own with `note`
 * appended.
 */
export function createDevice(request: BrowserRequest, ownAgent: string, note: string): BrowserContextOptions {
  const { mobile, screenshot, visitor } = request;
  const languages = visitor?.languages ?? [];
  const { language, timezone } = getLocale(request.country);
  const defaults = mobile ? phone : desktop;
  const viewport = {
    width: screenshot?.width ?? defaults.width,
    height: screenshot?.height ?? defaults.height,
  };
  const agent = mobile ? toMobileAgent(ownAgent) : ownAgent;
  return {
    viewport,
    isMobile: mobile,
    hasTouch: mobile,
    deviceScaleFactor: 1,
    userAgent: `${agent} ${note}`,
    locale: languages[0] ?? language,
    timezoneId: visitor?.timezone ?? timezone,
    ...(languages.length > 1 && { extraHTTPHeaders: { 'Accept-Language': toAcceptLanguage(languages) } }),
    ...(visitor?.geolocation != null && {
      geolocation: visitor.geolocation,
      permissions: ['geolocation'],
    }),
    serviceWorkers: 'block',
    acceptDownloads: false,
  };
}

function toMobileAgent(agent: string): string {
  return agent.replace(/\([^()]*\)/, '(Linux; Android 10; K)').replace(' Safari/', ' Mobile Safari/');
}

/** Device options of a controlled browser; null values follow the exit's country. */
export interface DeviceOptions {
  viewport: { width: number; height: number } | null;
  /** BCP 47 language tag. */
  locale: string | null;
  /** IANA time zone name. */
  timezone: string | null;
  /** Country of the exit; ISO 3166-1 alpha-2. */
  country: string | null;
}

/** Returns the device of a controlled browser: a desktop with the locale of the exit's country by default. */
export function createControlledDevice(
  options: DeviceOptions,
  ownAgent: string,
  note: string,
): BrowserContextOptions {
  const defaults = getLocale(options.country);
  return {
    viewport: options.viewport ?? desktop,
    deviceScaleFactor: 1,
    userAgent: `${ownAgent} ${note}`,
    locale: options.locale ?? defaults.language,
    timezoneId: options.timezone ?? defaults.timezone,
    serviceWorkers: 'block',
  };
}
