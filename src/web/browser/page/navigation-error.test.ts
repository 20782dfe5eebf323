import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from 'playwright-core';
import type { GuardProxy } from '../../guard-proxy/guard-proxy.ts';
import { toNavigationError } from './navigation-error.ts';

const proxy: Pick<GuardProxy, 'getError'> = { getError: () => null };
const codeOf = (error: unknown) => toNavigationError(error, null, proxy as GuardProxy)?.code ?? null;

test('a page that exceeds a limit of the browser is an outcome of the page', () => {
  assert.equal(codeOf(new errors.TimeoutError('page.screenshot: Timeout 15000ms exceeded.')), 'timeout');
});

test('the end of the caller’s time and unknown errors are no outcome of the page', () => {
  assert.equal(codeOf(AbortSignal.timeout(0).reason ?? new DOMException('late', 'TimeoutError')), null);
  assert.equal(codeOf(new Error('Target page, context or browser has been closed')), null);
});
