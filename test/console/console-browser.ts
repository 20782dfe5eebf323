import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { createSignInToken } from '../../src/account/accounts/console-sessions.ts';
import { systemClock } from '../../src/domain/system/clock.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { isShortRun } from '../repetitions.ts';
import type { TestService } from '../service/running-service.ts';
import { hangsAfterMs } from '../until.ts';
import { buildConsole } from './build-console.ts';
import { comparePicturePrints, toPicturePrint } from './picture-print.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folder of the screenshots; git ignores it. */
const pictureFolder = join(root, 'bench', 'results', 'console');

/** Prints of the pictures as they should look. */
const printsPath = join(root, 'test', 'console', 'picture-prints.json');
/** Share of a picture that may look different: lists can be longer or shorter. */
const maxDifference = 0.25;

/** Widths at which every page is used and pictured, in pixels. */
export const widths = { wide: 1440, narrow: 390 } as const;

/** A browser whose windows open the console. */
export interface ConsoleBrowser {
  /** Path of the browser, which the service can use as well. */
  executable: string;
  /** Opens a window without an identity at `path`, such as `#/jobs`. */
  openWindow(service: TestService, options?: WindowOptions): Promise<ConsoleWindow>;
  /** Opens a window that signs in with a one-time link of an API key. */
  signIn(service: TestService, options?: WindowOptions & { key?: string }): Promise<ConsoleWindow>;
}

/** Options of a window. */
export interface WindowOptions {
  path?: string;
  width?: number;
  colorScheme?: 'light' | 'dark';
  /** Window that shares its cookies with the new one. */
  context?: BrowserContext;
}

/** A window, and the problems that its page reported. */
export interface ConsoleWindow {
  page: Page;
  context: BrowserContext;
  /** Messages of uncaught errors, and of resources and scripts that the content security policy rejected. */
  problems: string[];
}

function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // The browser reports each failed request; tests that cause them check what the page shows.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      problems.push(message.text());
  });
  return problems;
}

/** Reports failed requests with their answers, for the messages of failed tests. */
function reportFailures(page: Page, t: TestContext): void {
  page.on('response', (response) => {
    if (response.status() < 400) return;
    const request = `${response.request().method()} ${new URL(response.url()).pathname}`;
    void response
      .text()
      .catch(() => '')
      .then((text) => t.diagnostic(`${request}: ${response.status()} ${text.slice(0, 300)}`));
  });
}

async function openWindow(
  browser: Browser,
  address: string,
  { width = widths.wide, colorScheme = 'light', context }: WindowOptions,
  t: TestContext,
): Promise<ConsoleWindow> {
  const viewport = { width, height: width === widths.narrow ? 844 : 900 };
  const shared = context ?? (await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' }));
  // Only ends a test that hangs.
  shared.setDefaultTimeout(hangsAfterMs);
  const page = await shared.newPage();
  const problems = watchProblems(page);
  reportFailures(page, t);
  await page.goto(address);
  return { page, context: shared, problems };
}

/**
 * Builds the console if needed and starts the browser of the system. Returns null, and skips the test, if there is none.
 */
export async function startConsoleBrowser(t: TestContext): Promise<ConsoleBrowser | null> {
  const { browser: found, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const executable = found?.program?.executable;
  if (executable === undefined) {
    t.skip(`no browser on this machine (${detail}): nothing of the console is tested`);
    return null;
  }
  await buildConsole();
  const browser = await chromium.launch({ executablePath: executable });
  t.after(() => browser.close());
  return {
    executable,
    openWindow: (service, options = {}) =>
      openWindow(browser, `${service.url}/${options.path ?? ''}`, options, t),
    async signIn(service, { key = service.key, ...options } = {}) {
      const token = await createSignInToken(service.database, key, systemClock.now());
      const opened = await openWindow(
        browser,
        `${service.url}/?token=${token}${options.path ?? ''}`,
        options,
        t,
      );
      await opened.page.getByRole('button', { name: 'Sign out' }).waitFor();
      return opened;
    },
  };
}

/** Returns the findings of axe with the impact "serious" or "critical", one line each. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  // The program of axe has 650 kB. A document keeps it from the first check.
  const isLoaded = await page.evaluate<boolean>("typeof window.axe?.run === 'function'");
  const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    // Without the elements of passed rules, which would be most of the result.
    .options({ resultTypes: ['violations'] })
    // The console has no frames, whose results would be merged in a second page.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/**
 * Compares a picture with the recorded one. WRITE_PICTURES=true records all pictures instead, with one test file at a time:
 * `for test in test/console/*.test.ts; do WRITE_PICTURES=true node --test $test; done`.
 */
function comparePicture(name: string, png: Buffer): string[] {
  const print = toPicturePrint(png);
  const prints = JSON.parse(readFileSync(printsPath, 'utf8')) as Record<string, string>;
  if (process.env.WRITE_PICTURES === 'true') {
    const sorted = Object.entries({ ...prints, [name]: print }).sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    writeFileSync(printsPath, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    return [];
  }
  const difference = comparePicturePrints(print, prints[name] ?? '');
  if (difference <= maxDifference) return [];
  const path = relative(root, join(pictureFolder, `${name}.png`));
  return [
    `${path} looks different in ${Math.round(100 * difference)} % of its area; accept it with WRITE_PICTURES=true`,
  ];
}

/** A file that the user drags from outside the browser. */
export interface DraggedFile {
  over(target: Locator): Promise<void>;
  drop(): Promise<void>;
}

/** Drags a file into the window as the system does it, so that the page receives the events of the browser itself. */
export async function dragFile(page: Page, path: string): Promise<DraggedFile> {
  const screen = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  let place = { x: 0, y: 0 };
  let isOver = false;
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    screen.send('Input.dispatchDragEvent', { type, ...place, data });
  return {
    async over(target) {
      const box = await target.boundingBox();
      if (box === null) throw new Error('The target of the file is not shown.');
      place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      if (!isOver) await send('dragEnter');
      isOver = true;
      await send('dragOver');
    },
    async drop() {
      await send('drop');
      await screen.detach();
    },
  };
}

/** Returns the names of the controls of the page that a short message covers. */
async function findCoveredControls(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const meet = (one, other) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const main = document.getElementById('main');
    const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect());
    if (main === null || toasts.length === 0) return [];
    const shown = main.getBoundingClientRect();
    return [...main.querySelectorAll('a, button, input, select, textarea, summary')].flatMap((control) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      const visible = { left, right, top: Math.max(top, shown.top), bottom: Math.min(bottom, shown.bottom) };
      const isCovered = width > 0 && visible.top < visible.bottom && toasts.some((toast) => meet(visible, toast));
      return isCovered ? ['a message covers ' + (control.ariaLabel ?? control.textContent)] : [];
    });
  })()`);
}

const colorSchemes = ['light', 'dark'] as const;

/** Combinations in which a page is pictured: all, or in a short run each width and each colour scheme once. */
const appearances = (['wide', 'narrow'] as const).flatMap((label) =>
  colorSchemes
    .filter((colorScheme) => !isShortRun || (label === 'wide') === (colorScheme === 'light'))
    .map((colorScheme) => ({ width: widths[label], height: label === 'narrow' ? 844 : 900, colorScheme })),
);

/**
 * Stores pictures of the page in both colour schemes and at both widths; returns accessibility problems, controls that a
 * message covers, and pictures that look different from the recorded ones.
 */
export async function pictureAndCheck(page: Page, name: string): Promise<string[]> {
  await mkdir(pictureFolder, { recursive: true });
  const problems: string[] = [];
  const size = page.viewportSize() ?? { width: widths.wide, height: 900 };
  for (const { width, height, colorScheme } of appearances) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const picture = `${name}-${width}-${colorScheme}`;
    const path = join(pictureFolder, `${picture}.png`);
    problems.push(...comparePicture(picture, await page.screenshot({ path })));
    const found = [...(await findCoveredControls(page)), ...(await findAccessibilityProblems(page))];
    problems.push(...found.map((problem) => `${width} ${colorScheme} ${problem}`));
  }
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  return problems;
}

/** Returns true if the page can be scrolled sideways. */
export async function overflowsSideways(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
}
