import type { BrowserContextOptions } from 'playwright-core';
import { localeOf } from '../locale.ts';
import type { BrowserRequest } from './browser-request.ts';

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** The device that a page is shown on, set up as in the country of the exit. The browser says what it is, and adds who sends it. */
export function deviceOf(request: BrowserRequest, ownAgent: string, note: string): BrowserContextOptions {
  const { mobile, screenshot } = request;
  const { language, timezone } = localeOf(request.country);
  const usual = mobile ? phone : desktop;
  const viewport = {
    width: screenshot?.width ?? usual.width,
    height: screenshot?.height ?? usual.height,
  };
  const agent = mobile ? asPhone(ownAgent) : ownAgent;
  return {
    viewport,
    isMobile: mobile,
    hasTouch: mobile,
    deviceScaleFactor: 1,
    userAgent: `${agent} ${note}`,
    locale: language,
    timezoneId: timezone,
    serviceWorkers: 'block',
    acceptDownloads: false,
  };
}

function asPhone(agent: string): string {
  return agent.replace(/\([^)]*\)/, '(Linux; Android 10; K)').replace(' Safari/', ' Mobile Safari/');
}

/** What is asked of the device of a browser that somebody controls; what is null follows the exit's country. */
export interface DeviceWish {
  viewport: { width: number; height: number } | null;
  /** BCP 47. */
  locale: string | null;
  /** IANA name. */
  timezone: string | null;
  /** Where the exit is; ISO 3166-1 alpha-2. */
  country: string | null;
}

/** The device of a browser that somebody controls: a desktop, set up as in the country of the exit unless told. */
export function controlledDevice(wish: DeviceWish, ownAgent: string, note: string): BrowserContextOptions {
  const usual = localeOf(wish.country);
  return {
    viewport: wish.viewport ?? desktop,
    deviceScaleFactor: 1,
    userAgent: `${ownAgent} ${note}`,
    locale: wish.locale ?? usual.language,
    timezoneId: wish.timezone ?? usual.timezone,
    serviceWorkers: 'block',
  };
}
