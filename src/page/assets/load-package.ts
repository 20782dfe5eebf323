import { createRequire } from 'node:module';
import type { XPathPackage } from '../tree/xpath-package.ts';

/** Packages that take time to load and that few pages need. */
interface LazyPackages {
  ajv: typeof import('ajv');
  'ajv/dist/2020.js': typeof import('ajv/dist/2020.js');
  franc: typeof import('franc');
  'json-p3': typeof import('json-p3');
  xpath: XPathPackage;
}

const require = createRequire(import.meta.url);

/** Loads a package at its first use. The build of `webdata/content` replaces this module by one that contains the packages. */
export function loadPackage<Name extends keyof LazyPackages>(name: Name): LazyPackages[Name] {
  return require(name) as LazyPackages[Name];
}
