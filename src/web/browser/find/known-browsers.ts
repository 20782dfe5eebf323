// A JSON file, because the set-up of a checkout reads it before it can run TypeScript (scripts/setup/installed-browser.mjs).
import known from './known-browsers.json' with { type: 'json' };

/** Paths of browsers, the lightest first; the headless shell uses a fraction of the processor time of a full browser. */
export const knownBrowsers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = known.programs;

/** Playwright's cache relative to the home folder. */
export const playwrightCaches: Readonly<Partial<Record<NodeJS.Platform, string>>> = known.playwrightCaches;

/** Executables in a folder of Playwright's cache, the headless shell first. */
export const playwrightExecutables: readonly string[] = known.playwrightExecutables;
