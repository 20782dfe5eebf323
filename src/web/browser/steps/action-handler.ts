import type { Locator, Page } from 'playwright-core';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { BrowserDownloads } from '../page/browser-downloads.ts';
import type { BrowserTabs, Tab } from '../page/browser-tabs.ts';
import type { ActivityMonitor } from '../page/network/activity-monitor.ts';
import type { Screenshot } from '../page/network/browser-request.ts';
import type { PageLogKeeper } from '../page/page-log.ts';
import type { OtherContent } from './fill-field.ts';
import type { TargetUse } from './find-target.ts';
import { type ElementUse, type Patience, waitUntilUsable } from './wait-until-usable.ts';

const defaultActionTimeoutMs = 10_000;

/** Default wait for a target that is missing after the page has settled. */
const defaultFindTimeoutMs = 3_000;

export const pollIntervalMs = 100;

export const defaultNavigationTimeoutMs = 30_000;

/** A stored file for upload into a page. */
export interface UploadedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The page of an action. */
export interface ActedTab {
  page: Page;
  activity: Pick<ActivityMonitor, 'isBusy'>;
}

/** Finds the elements of an action. */
export interface ElementFinder {
  /** Finds the element that a target names on the page of the action. Error messages name the alternatives. */
  find(target: number | string, use: TargetUse, timeoutMs: number): Promise<Locator>;
}

/** Dependencies of an action. */
export interface ActionDependencies extends ElementFinder {
  tabs: BrowserTabs;
  downloads: BrowserDownloads;
  log: PageLogKeeper;
  /** Opens a URL after a guard check; rejects with the browser's error. */
  navigate(tab: Tab, url: string, withinMs: number): Promise<void>;
}

/** Output of an action. */
export interface ActionOutput {
  value?: unknown;
  picture?: Screenshot;
  /** What the field of the action holds, if it is not what was entered. */
  other?: OtherContent | null;
}

/** Handler of an action that needs nothing but a page and its elements. */
export type PageHandler = (
  elements: ElementFinder,
  tab: ActedTab,
  action: BrowserAction,
) => Promise<ActionOutput | undefined>;

/** Action handler; actions without one are handled by the caller. */
export type Handler = (
  dependencies: ActionDependencies,
  tab: Tab,
  action: BrowserAction,
  uploads: readonly UploadedFile[],
  warnings: Warning[],
) => Promise<ActionOutput | undefined>;

export function getTimeout(action: BrowserAction, defaultTimeoutMs = defaultActionTimeoutMs): number {
  return action.timeoutMs ?? defaultTimeoutMs;
}

export function requireField<Value>(value: Value | null, name: string): Value {
  if (value === null) throw new Error(`${name} is required`);
  return value;
}

export function findTarget(elements: ElementFinder, action: BrowserAction, use: TargetUse): Promise<Locator> {
  return elements.find(requireField(action.target, 'target'), use, getTimeout(action, defaultFindTimeoutMs));
}

const targetUses: Readonly<Record<ElementUse, TargetUse>> = {
  click: 'act',
  hover: 'act',
  press: 'act',
  write: 'write',
  choose: 'choose',
};

/** Returns how long an action waits for its target. */
export function patienceOf(tab: ActedTab, action: BrowserAction): Patience {
  return {
    timeoutMs: getTimeout(action),
    isChosen: action.timeoutMs !== null,
    isBusy: tab.activity.isBusy,
  };
}

/** Returns true if the pointer is over an element. Runs in the page. */
function isHovered(element: unknown): boolean {
  return (element as { matches(selector: string): boolean }).matches(':hover');
}

/** A target that can be used. */
interface UsableTarget {
  target: Locator;
  /** The rest of the time limit of the action. */
  timeout: number;
  /** True if the pointer is on the target, which has opened with it and is not found by its words any more. */
  isUnderPointer: boolean;
}

const handleTimeoutMs = 1_000;

/** Finds the target and waits until it can be used. */
export async function findUsableTarget(
  elements: ElementFinder,
  tab: ActedTab,
  action: BrowserAction,
  use: ElementUse,
): Promise<UsableTarget> {
  const target = await findTarget(elements, action, targetUses[use]);
  const isNamed = typeof action.target === 'string' && (use === 'click' || use === 'hover');
  // An element that is not there yet is awaited below.
  const element = isNamed ? await target.elementHandle({ timeout: handleTimeoutMs }).catch(() => null) : null;
  try {
    const timeout = await waitUntilUsable(target, use, patienceOf(tab, action));
    const isLost = element !== null && (await target.count()) === 0;
    // An element that the page has removed is not under the pointer.
    const isUnderPointer = isLost && (await element.evaluate(isHovered).catch(() => false));
    return { target, timeout, isUnderPointer };
  } finally {
    await element?.dispose();
  }
}

/** Clicks a target like a person whose pointer is on it. */
export async function clickTarget(
  { target, timeout, isUnderPointer }: UsableTarget,
  { mouse }: Page,
  options: { position?: { x: number; y: number }; clickCount?: number } = {},
): Promise<void> {
  if (!isUnderPointer) return target.click({ timeout, ...options });
  for (let clickCount = 1; clickCount <= (options.clickCount ?? 1); clickCount += 1) {
    await mouse.down({ clickCount });
    await mouse.up({ clickCount });
  }
}
