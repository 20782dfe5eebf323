import { createRequire } from 'node:module';

/** Packages that take long to load and that many services never need. */
interface OnDemand {
  '@duckduckgo/autoconsent': typeof import('@duckduckgo/autoconsent');
  nodemailer: typeof import('nodemailer');
  'playwright-core': typeof import('playwright-core');
  'proxy-chain': typeof import('proxy-chain');
  socks: typeof import('socks');
}

const require = createRequire(import.meta.url);

/**
 * Loads a package at its first use. `import()` would remember a failure: after one without free file descriptors the
 * package could not be loaded until the process restarts. `require` tries again.
 */
export function loadOnDemand<Name extends keyof OnDemand>(name: Name): OnDemand[Name] {
  return require(name) as OnDemand[Name];
}
