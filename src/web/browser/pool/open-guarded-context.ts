import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { Failure } from '../../../domain/system/failure.ts';
import type { Upstream } from '../../exits/upstream.ts';
import type { Guard } from '../../guard/ssrf-guard.ts';
import { type GuardProxy, openGuardProxy } from '../../guard-proxy/guard-proxy.ts';
import type { ProxyListener } from '../../guard-proxy/proxy-listener.ts';
import { settlesWithin } from './browser-process.ts';

/** A new context with the guard proxy for all its traffic. */
export interface GuardedContext {
  context: BrowserContext;
  proxy: GuardProxy;
  /** Opens an empty page. Rejects with a Failure of kind `unavailable` if the browser cannot open pages. */
  newPage(): Promise<Page>;
}

/** Options of a guarded context. */
export interface GuardedContextOptions {
  browser: Browser;
  /** Listener through which a remote browser reaches the guard proxy; null for a local browser. */
  listener: ProxyListener | null;
  guard: Guard;
  via: Upstream | null;
  context: BrowserContextOptions;
  /** Maximum time in milliseconds to open a context or an empty page. */
  openTimeoutMs: number;
  /** Called when the browser must be replaced, at once if it no longer responds. */
  onBroken(reason: string, atOnce: boolean): void;
}

/** Retry time in seconds, after which another browser has started. */
const restartRetryAfterSeconds = 5;

/** Creates the failure of a browser that is being replaced. */
export function browserFailure(message: string, cause?: unknown): Failure {
  return new Failure('unavailable', message, {
    retryAfter: restartRetryAfterSeconds,
    ...(cause !== undefined && { cause }),
  });
}

/**
 * Opens a context in a browser. Rejects with a Failure of kind `unavailable` if the browser was lost or does not respond,
 * for example because its helper processes have died.
 */
export async function openGuardedContext(options: GuardedContextOptions): Promise<GuardedContext> {
  const { browser, openTimeoutMs, onBroken } = options;

  async function withTimeout<Result>(opening: Promise<Result>): Promise<Result> {
    if (await settlesWithin(openTimeoutMs, opening)) return opening;
    onBroken('opens no pages', true);
    throw browserFailure('The browser does not respond. Try again later.');
  }

  async function newPage(context: BrowserContext): Promise<Page> {
    try {
      return await withTimeout(context.newPage());
    } catch (error) {
      if (error instanceof Failure) throw error;
      // An empty page involves no site, so the browser is at fault.
      onBroken('cannot open a page', false);
      throw browserFailure('The browser cannot open a page. Try again later.', error);
    }
  }

  const proxy = await openGuardProxy(options.guard, options.via, options.listener);
  try {
    const proxySettings = { server: proxy.address, ...proxy.credentials, bypass: '<-loopback>' };
    const context = await withTimeout(browser.newContext({ ...options.context, proxy: proxySettings }));
    return { context, proxy, newPage: () => newPage(context) };
  } catch (error) {
    await proxy.close();
    if (browser.isConnected()) throw error;
    throw new Failure('unavailable', 'The browser ended unexpectedly. Try again.', { cause: error });
  }
}
