import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instrumentSource } from './instrument-source.ts';
import { createSwitches, type Switches } from './switches.ts';

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/** Modules of rules. The parser, the tree and the trained models are no rules: without them there is no page to judge. */
const ruled =
  /^(?:page\/(?:main|metadata|markdown|outcome|read|states|structured-data|text)|extract|listings|site)\//;
const trained = /^page\/main\/(?:features|forest|network)\/|\/model\/network/;

/**
 * Puts a switch into every heuristic of the modules that are imported from now on. Returns the switches, which such modules
 * find under `globalThis.webdataSwitches`.
 */
export function instrumentModules(): Switches {
  const switches = createSwitches();
  Object.assign(globalThis, { webdataSwitches: switches });
  registerHooks({
    load(url, context, nextLoad) {
      const file = url.startsWith('file:') ? relative(sources, fileURLToPath(url)).split(sep).join('/') : '';
      if (!file.endsWith('.ts') || !ruled.test(file) || trained.test(file)) return nextLoad(url, context);
      const source = instrumentSource(file, readFileSync(fileURLToPath(url), 'utf8'), (heuristic) => {
        const id = switches.heuristics.length;
        switches.heuristics.push({ ...heuristic, id });
        return id;
      });
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
  return switches;
}
