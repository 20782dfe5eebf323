import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { IndexedCMPRuleset } from '@duckduckgo/autoconsent';
import { loadOnDemand } from '../../../../domain/system/load-on-demand.ts';
import { once } from '../../../../domain/values/once.ts';

/** What a frame needs to find and answer a request for consent. */
export interface ConsentRules {
  /** Script that runs in a frame. */
  script: string;
  /** Returns the rules for a frame, as the script expects them. */
  rulesFor(url: string, isMainFrame: boolean): unknown;
}

const library = '@duckduckgo/autoconsent';

/** Reads the maintained rules, of which a service needs none before the first page that asks for them. */
export const readConsentRules = once((): ConsentRules => {
  const require = createRequire(import.meta.url);
  const { filterCompactRules } = loadOnDemand(library);
  const rules = require(`${library}/rules/compact-rules.json`) as IndexedCMPRuleset;
  return {
    script: readFileSync(join(dirname(require.resolve(library)), 'autoconsent.playwright.js'), 'utf8'),
    rulesFor: (url, mainFrame) => ({
      autoconsent: [],
      compact: filterCompactRules(rules, { url, mainFrame }),
    }),
  };
});
