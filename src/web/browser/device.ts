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
