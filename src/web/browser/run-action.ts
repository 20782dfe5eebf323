import type { Locator } from 'playwright-core';
import type { BrowserAction } from '../../domain/browser-action.ts';
import type { Warning } from '../../domain/outcome.ts';
import { type BrowserDownloads, saveDocuments } from './browser-downloads.ts';
import type { Screenshot } from './browser-request.ts';
import type { BrowserTabs, Tab } from './browser-tabs.ts';
import type { FindTarget, TargetUse } from './find-target.ts';
import { runScript } from './step-output.ts';
import { takeScreenshot } from './take-screenshot.ts';

/** A stored file as it is handed to a page. */
export interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** What an action is done with. */
export interface ActionParts {
  tabs: BrowserTabs;
  downloads: BrowserDownloads;
  find: FindTarget;
  /** Goes to an address that was judged; rejects with what the browser says. */
  navigate(tab: Tab, url: string, withinMs: number): Promise<void>;
}

/** What an action gave by itself. */
export interface ActionGift {
  value?: unknown;
  picture?: Screenshot;
}

const actWithinMs = 10_000;
const navigateWithinMs = 30_000;
/** A target that is not there when the page has settled is waited for this long, unless more time is given. */
const findWithinMs = 3_000;
const usualWaitMs = 1_000;
const usualScroll = 800;
/** A longer text is put in at once rather than typed key by key. */
const mostKeys = 500;
/** The wheel is answered before the page has moved. */
const wheelMs = 80;
const downloadBeginsWithinMs = 10_000;
const lookEveryMs = 100;

/** Actions that have a part here; the others are done by whoever controls the browser. */
type Handler = (
  parts: ActionParts,
  tab: Tab,
  action: BrowserAction,
  uploads: readonly UploadedFile[],
  warnings: Warning[],
) => Promise<ActionGift | undefined>;

function within(action: BrowserAction, usual = actWithinMs): number {
  return action.timeoutMs ?? usual;
}

function needed<Value>(value: Value | null, name: string): Value {
  if (value === null) throw new Error(`it needs ${name}`);
  return value;
}

function targetOf(parts: ActionParts, tab: Tab, action: BrowserAction, use: TargetUse): Promise<Locator> {
  return parts.find(tab, needed(action.target, 'target'), use, within(action, findWithinMs));
}

async function type(parts: ActionParts, tab: Tab, action: BrowserAction): Promise<undefined> {
  const text = action.text ?? '';
  const timeout = within(action);
  if (action.target === null) {
    await (text.length <= mostKeys ? tab.page.keyboard.type(text) : tab.page.keyboard.insertText(text));
    if (action.submit) await tab.page.keyboard.press('Enter');
    return;
  }
  const field = await targetOf(parts, tab, action, 'write');
  if (action.append) {
    await field.focus({ timeout });
    await field.press('End', { timeout });
    await tab.page.keyboard.insertText(text);
  } else await field.fill(text, { timeout });
  if (action.submit) await field.press('Enter', { timeout });
}

async function select(parts: ActionParts, tab: Tab, action: BrowserAction): Promise<ActionGift> {
  const field = await targetOf(parts, tab, action, 'choose');
  const wanted = action.values.length > 0 ? action.values : [needed(action.text, 'text or values')];
  const timeout = within(action);
  // Options are meant by what they show; where none shows that, by their value.
  const byLabel = wanted.map((label) => ({ label }));
  const options = await field.evaluate((element) =>
    'options' in element
      ? Array.from(element.options as ArrayLike<{ label: string }>, ({ label }) => label.trim())
      : null,
  );
  if (options === null) throw new Error('the target is no list of options: click it, then click an option');
  const areLabels = wanted.every((one) => options.includes(one));
  if (!areLabels) {
    const values = await field.evaluate((element) =>
      Array.from((element as unknown as { options: ArrayLike<{ value: string }> }).options, (o) => o.value),
    );
    const missing = wanted.find((one) => !values.includes(one));
    if (missing !== undefined) {
      const listed = options.slice(0, 20).map((one) => JSON.stringify(one));
      throw new Error(`there is no option ${JSON.stringify(missing)}; there are ${listed.join(', ')}`);
    }
  }
  const chosen = await field.selectOption(areLabels ? byLabel : wanted, { timeout });
  return { value: chosen };
}

async function scroll(parts: ActionParts, tab: Tab, action: BrowserAction): Promise<undefined> {
  if (action.target !== null) {
    const element = await targetOf(parts, tab, action, 'act');
    await element.scrollIntoViewIfNeeded({ timeout: within(action) });
    if (action.direction === null) return;
    await element.hover({ timeout: within(action) });
  }
  const amount = action.amount ?? usualScroll;
  const direction = action.direction ?? 'down';
  const sign = direction === 'up' || direction === 'left' ? -amount : amount;
  const isSideways = direction === 'left' || direction === 'right';
  await tab.page.mouse.wheel(isSideways ? sign : 0, isSideways ? 0 : sign);
  await tab.page.waitForTimeout(wheelMs);
}

async function waitFor(parts: ActionParts, tab: Tab, action: BrowserAction): Promise<undefined> {
  const end = performance.now() + within(action);
  if (action.target !== null) {
    const element = await parts.find(tab, action.target, 'act', within(action));
    await element.waitFor({ timeout: Math.max(1, end - performance.now()) });
    return;
  }
  const text = needed(action.text, 'target or text');
  while (performance.now() < end) {
    for (const frame of tab.page.frames()) {
      if (
        await frame
          .getByText(text)
          .first()
          .isVisible()
          .catch(() => false)
      )
        return;
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  throw new Error(`${JSON.stringify(text)} did not appear in time`);
}

async function upload(
  parts: ActionParts,
  tab: Tab,
  action: BrowserAction,
  uploads: readonly UploadedFile[],
): Promise<undefined> {
  const timeout = within(action);
  const target = await targetOf(parts, tab, action, 'act');
  const isField = await target.evaluate(
    (element) => element.localName === 'input' && 'type' in element && element.type === 'file',
  );
  if (isField) return void (await target.setInputFiles([...uploads], { timeout }));
  const chooser = tab.page.waitForEvent('filechooser', { timeout });
  chooser.catch(() => {});
  await target.click({ timeout });
  await (await chooser).setFiles([...uploads], { timeout });
}

/** Whatever is under way when this ends is waited for by whoever called. */
async function download(parts: ActionParts, tab: Tab, action: BrowserAction): Promise<undefined> {
  const before = parts.downloads.begun();
  const done = action.url === null ? null : await saveDocuments(tab.session);
  try {
    if (action.url === null) {
      const target = await targetOf(parts, tab, action, 'act');
      await target.click({ timeout: within(action) });
    } else {
      await parts.navigate(tab, action.url, within(action, navigateWithinMs)).catch((error: unknown) => {
        // This is how the browser says that it saves the document.
        if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error;
      });
    }
    const end = performance.now() + within(action, downloadBeginsWithinMs);
    while (parts.downloads.begun() === before) {
      if (performance.now() > end) throw new Error('no download began');
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  } finally {
    await done?.();
  }
}

const handlers: Readonly<Partial<Record<BrowserAction['type'], Handler>>> = {
  async goto(parts, tab, action) {
    await parts.navigate(tab, needed(action.url, 'url'), within(action, navigateWithinMs));
    return undefined;
  },
  async click(parts, tab, action) {
    const target = await targetOf(parts, tab, action, 'act');
    await (action.double
      ? target.dblclick({ timeout: within(action) })
      : target.click({ timeout: within(action) }));
    return undefined;
  },
  type,
  async press(parts, tab, action) {
    const key = needed(action.key, 'key');
    if (action.target === null) await tab.page.keyboard.press(key);
    else await (await targetOf(parts, tab, action, 'act')).press(key, { timeout: within(action) });
    return undefined;
  },
  select,
  async hover(parts, tab, action) {
    await (await targetOf(parts, tab, action, 'act')).hover({ timeout: within(action) });
    return undefined;
  },
  scroll,
  async wait(_parts, tab, action) {
    await tab.page.waitForTimeout(action.ms ?? usualWaitMs);
    return undefined;
  },
  wait_for: waitFor,
  async evaluate(_parts, tab, action) {
    return { value: (await runScript(tab.page, needed(action.text, 'text'), within(action))).value };
  },
  async back(_parts, tab, action) {
    const timeout = within(action, navigateWithinMs);
    const went = await tab.page.goBack({ waitUntil: 'commit', timeout });
    if (went === null && (await tab.page.evaluate('history.length')) === 1)
      throw new Error('there is nothing to go back to');
    return undefined;
  },
  async forward(_parts, tab, action) {
    await tab.page.goForward({ waitUntil: 'commit', timeout: within(action, navigateWithinMs) });
    return undefined;
  },
  async reload(_parts, tab, action) {
    await tab.page.reload({ waitUntil: 'commit', timeout: within(action, navigateWithinMs) });
    return undefined;
  },
  async screenshot(_parts, tab, { fullPage, quality }, _uploads, warnings) {
    const options = { fullPage, quality, width: null, height: null };
    return { picture: await takeScreenshot(tab.page, options, warnings) };
  },
  upload,
  download,
  async close_tab({ tabs }, tab, action) {
    const number = action.tab ?? tab.number;
    if (!(await tabs.close(number))) throw new Error(`there is no tab ${number}`);
    return undefined;
  },
  async switch_tab({ tabs }, _tab, action) {
    const number = needed(action.tab, 'tab');
    if (!(await tabs.switchTo(number))) throw new Error(`there is no tab ${number}`);
    return undefined;
  },
};

/** Does one action in the tab in front. Rejects with an error whose message may be shown where it cannot be done. */
export async function runAction(
  parts: ActionParts,
  action: BrowserAction,
  uploads: readonly UploadedFile[],
  warnings: Warning[],
): Promise<ActionGift> {
  const handler = handlers[action.type];
  return (await handler?.(parts, parts.tabs.front(), action, uploads, warnings)) ?? {};
}
