import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from '../agents/opponents.ts';

/** Starts the browser of the machine. Modules below bench/peers would load the driver of a peer instead of the product's. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser() });
}
