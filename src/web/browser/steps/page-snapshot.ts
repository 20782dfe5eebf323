import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import type { Tab } from '../page/browser-tabs.ts';
import { addFacts, joinFacts } from './add-facts.ts';
import { describeChanges } from './describe-changes.ts';
import type { DocumentFacts } from './element-facts-script.ts';
import { mergeShortLines } from './merge-short-lines.ts';
import { reportListeners } from './report-listeners.ts';
import { addSecretFields } from './secret-fields.ts';
import { type Region, selectRegion } from './select-region.ts';
import { documentSelector, factsSelector, prepareSelector, snapshotSelector } from './snapshot-engine.ts';
import { limitText, maskTree, snapshotLines } from './snapshot-text.ts';
import {
  createNumbering,
  listUnnamedButtons,
  type NumberedElement,
  type Numbering,
  type TreeNode,
} from './snapshot-tree.ts';

/** Snapshot of the visible and usable elements of a page. */
export interface PageSnapshot {
  /** Lines of text; usable elements start with their number in brackets. */
  text: string;
  elements: NumberedElement[];
  /** False if the page has more elements than one snapshot reads; `text` then starts at the top of the window. */
  complete: boolean;
}

/** Length and content of a snapshot. */
export interface SnapshotOptions {
  /** Maximum length in characters. */
  maxLength: number;
  /** True to show what has changed since the snapshot before, if that is shorter. */
  onlyChanges: boolean;
  region: Region | null;
  /** True to show places, drawings and whole values as well. */
  details: boolean;
}

/** The parts of a tab that a snapshot reads. */
export type SnapshotTab = Pick<Tab, 'number' | 'page' | 'session' | 'activity'>;

/** Takes snapshots of the tabs of one session; an element keeps its number as long as it exists. */
export interface SnapshotTaker {
  take(tab: SnapshotTab, options: SnapshotOptions): Promise<PageSnapshot>;
  /** Reads the elements again; what the caller has seen of the page stays the same. */
  refresh(tab: SnapshotTab): Promise<void>;
  /** Returns the element with this number in the tab's last snapshot. */
  getElement(tabNumber: number, number: number): NumberedElement | undefined;
  /** Returns the elements of the tab's last snapshot. */
  listElements(tabNumber: number): readonly NumberedElement[];
}

const treeTimeoutMs = 5_000;
/** Number of elements that a browser can describe within the time limit. */
const defaultMaxElements = 20_000;
/** Number of elements that are read of a document that was too slow for the time limit. */
const slowMaxElements = 2_000;
const frameTimeoutMs = 1_000;
const factsTimeoutMs = 3_000;
/**
 * Age of a document, in ms, up to which its first snapshot waits for the names of buttons: scripts and components add them
 * after the page has loaded.
 */
const namingTimeMs = 2_000;
const namingPauseMs = 100;
/** Number of equal readings in a row of a page without requests, after which its names are complete. */
const namingReads = 4;
/** Maximum attempts if the document changes during the snapshot. */
const maxAttempts = 4;

/** Identity of a document: no two documents of a frame start at the same time. */
interface DocumentIdentity {
  born: number;
  /** Milliseconds since `born`. */
  age: number;
  /** Number of elements, without those in shadow roots. */
  size: number;
}

/** Returns the value of a promise, or null on an error or after `ms`. */
async function nullOnTimeout<Value>(work: Promise<Value>, ms: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  // A detached or hanging frame is left out of the snapshot.
  return Promise.race([work.catch(() => null), expired]).finally(() => clearTimeout(timer));
}

async function readDocument(frame: Frame): Promise<DocumentIdentity | null> {
  const read = frame.locator(documentSelector).getAttribute('value', { timeout: frameTimeoutMs });
  const text = await nullOnTimeout(read, frameTimeoutMs);
  return text === null ? null : (JSON.parse(text) as DocumentIdentity);
}

/** Makes the documents ready to be shown as a person sees them. A frame that hangs is shown as it is. */
async function prepareDocuments({ page, session }: SnapshotTab, frames: Iterable<Frame>): Promise<void> {
  await nullOnTimeout(reportListeners(page, session), frameTimeoutMs);
  const prepared = [...frames].map((frame) =>
    nullOnTimeout(frame.locator(prepareSelector).count(), frameTimeoutMs),
  );
  await Promise.all(prepared);
}

/** Reads the facts about the elements of the last snapshot, of each document. */
async function readFacts(frames: Iterable<Frame>, details: boolean): Promise<DocumentFacts[]> {
  const read = [...frames].map((frame) =>
    nullOnTimeout(
      frame.locator(factsSelector(details)).getAttribute('value', { timeout: factsTimeoutMs }),
      factsTimeoutMs,
    ),
  );
  const facts = await Promise.all(read);
  return facts.flatMap((text) => (text === null ? [] : (JSON.parse(text) as DocumentFacts)));
}

/**
 * Creates a taker without snapshots. It adds the content of secret fields to `secrets`, and masks what these hold. Of a
 * document with more than `maxElements` elements, it reads as many from the top of the window on.
 */
export function createSnapshotTaker(secrets: SecretFilter, maxElements = defaultMaxElements): SnapshotTaker {
  let lastNumber = 0;
  const numberings = new Map<number, Numbering>();
  const lastElements = new Map<number, Map<number, NumberedElement>>();
  /** The lines of the last snapshot of each tab, and its document. */
  const lastPages = new Map<number, ShownPage>();
  /** The document of each page that could not be read within the time limit. */
  const slowDocuments = new WeakMap<Page, number>();
  /** Frames by the prefix of the driver's references. */
  const frames = new WeakMap<Page, Map<string, Frame>>();

  function getNumbering(tabNumber: number): Numbering {
    const existing = numberings.get(tabNumber);
    if (existing !== undefined) return existing;
    const created = createNumbering(() => {
      lastNumber += 1;
      return lastNumber;
    });
    numberings.set(tabNumber, created);
    return created;
  }

  async function readDocuments(page: Page): Promise<Map<Frame, DocumentIdentity>> {
    const read = page.frames().map(async (frame) => [frame, await readDocument(frame)] as const);
    const documents = new Map<Frame, DocumentIdentity>();
    for (const [frame, document] of await Promise.all(read))
      if (document !== null) documents.set(frame, document);
    return documents;
  }

  async function readLimitedTree(page: Page, limit: number): Promise<(TreeNode | string)[]> {
    const tree = await page
      .locator(snapshotSelector(limit))
      .ariaSnapshotJSON({ mode: 'ai', timeout: treeTimeoutMs });
    return tree as (TreeNode | string)[];
  }

  /** Reads the tree of a page, or of a part of it if the page is too large or too slow. */
  async function readTree(
    page: Page,
    document: DocumentIdentity | undefined,
  ): Promise<{ tree: (TreeNode | string)[]; isPart: boolean }> {
    const { born = 0, size = 0 } = document ?? {};
    const isSlow = () => slowDocuments.get(page) === born;
    const limit = isSlow() ? Math.min(slowMaxElements, maxElements) : maxElements;
    try {
      return { tree: await readLimitedTree(page, limit), isPart: size >= limit };
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError';
      if (!isTimeout || isSlow() || size <= slowMaxElements) throw error;
      slowDocuments.set(page, born);
      return { tree: await readLimitedTree(page, slowMaxElements), isPart: true };
    }
  }

  /** Returns the frames of the tree by the prefixes of their references; the main frame has none. */
  async function readFrames(page: Page, tree: readonly (TreeNode | string)[]): Promise<Map<string, Frame>> {
    const known = frames.get(page) ?? new Map<string, Frame>();
    frames.set(page, known);
    for (const [prefix, ref] of findFrameReferences(tree)) {
      if (known.has(prefix)) continue;
      const handle = await nullOnTimeout(
        page.getByRef(ref).elementHandle({ timeout: frameTimeoutMs }),
        frameTimeoutMs,
      );
      const frame = await handle?.ownerFrame();
      await handle?.dispose();
      if (frame != null) known.set(prefix, frame);
    }
    return known;
  }

  async function readConsistently(tab: SnapshotTab, details: boolean) {
    const { page } = tab;
    for (let attempt = 1; ; attempt += 1) {
      const documents = await readDocuments(page);
      const document = documents.get(page.mainFrame());
      await prepareDocuments(tab, documents.keys());
      const { tree, isPart } = await readTree(page, document);
      const facts = joinFacts(tree, await readFacts(documents.keys(), details));
      const read = { tree: addFacts(tree, facts), isPart };
      const byPrefix = await readFrames(page, read.tree);
      const after = page.frames().length === 1 ? await readDocument(page.mainFrame()) : null;
      const isSame = after === null || after.born === document?.born;
      if (isSame || attempt === maxAttempts) return { ...read, byPrefix, documents, document };
    }
  }

  /** Reads a page; a new document again while it has buttons without names. */
  async function readNamed(tab: SnapshotTab, details: boolean) {
    const lastBorn = lastPages.get(tab.number)?.born;
    let before = '';
    for (let equalReads = 1; ; equalReads += 1) {
      const read = await readConsistently(tab, details);
      const { document } = read;
      const isNew = document !== undefined && document.born !== lastBorn;
      const unnamed = listUnnamedButtons(read.tree);
      if (!isNew || document.age >= namingTimeMs || unnamed.length === 0) return read;
      // An empty button is still being filled; one with an icon is mostly complete.
      const isComplete = unnamed.every(({ facts }) => facts?.hasPicture);
      const tree = JSON.stringify(read.tree);
      if (tree !== before || !isComplete || tab.activity.isBusy()) equalReads = 1;
      if (equalReads === namingReads) return read;
      before = tree;
      await pause(namingPauseMs);
    }
  }

  /** Reads the page and numbers its elements; `waitsForNames` waits for the names of buttons of a new document. */
  async function readPage(tab: SnapshotTab, waitsForNames: boolean, details = false) {
    const { number: tabNumber, page } = tab;
    // Fields can change while the tree is read: both contents are secret.
    await addSecretFields(page, secrets);
    const read = waitsForNames ? readNamed(tab, details) : readConsistently(tab, details);
    const { tree: shownTree, isPart, byPrefix, documents, document } = await read;
    await addSecretFields(page, secrets);
    const tree = maskTree(shownTree, secrets);
    const documentOf = (ref: string) => {
      const prefix = getPrefix(ref);
      const frame = prefix === '' ? page.mainFrame() : byPrefix.get(prefix);
      const born = frame === undefined ? 0 : (documents.get(frame)?.born ?? 0);
      return `${born}`;
    };
    const elements = getNumbering(tabNumber).assign(tree, documentOf);
    const byNumber = new Map([...elements.values()].map((element) => [element.number, element]));
    lastElements.set(tabNumber, byNumber);
    const show = (hasDetails: boolean) =>
      snapshotLines({ tree, elements, hasDetails }).map((line) => secrets.mask(line));
    const shown = { lines: show(false), born: document?.born ?? 0 };
    const detailedLines = details ? show(true) : null;
    return { shown, detailedLines, elements: [...elements.values()], complete: !isPart };
  }

  return {
    async take(tab, options) {
      const { elements, complete, shown, detailedLines } = await readPage(tab, true, options.details);
      const before = lastPages.get(tab.number) ?? null;
      lastPages.set(tab.number, shown);
      const lines =
        detailedLines === null
          ? chooseLines(shown, before, options)
          : chooseLines({ ...shown, lines: detailedLines }, null, options);
      return { text: limitText(mergeShortLines(lines), options.maxLength), elements, complete };
    },
    async refresh(tab) {
      await readPage(tab, false);
    },
    getElement: (tabNumber, number) => lastElements.get(tabNumber)?.get(number),
    listElements: (tabNumber) => [...(lastElements.get(tabNumber)?.values() ?? [])],
  };
}

interface ShownPage {
  lines: readonly string[];
  born: number;
}

/** Returns the region, else the changes, else all lines. */
function chooseLines(
  { lines, born }: ShownPage,
  before: ShownPage | null,
  { onlyChanges, region }: SnapshotOptions,
): readonly string[] {
  if (region !== null) {
    return selectRegion(lines, region) ?? [`no region ${JSON.stringify(region)}; the whole page:`, ...lines];
  }
  const isSameDocument = before !== null && before.born === born;
  return (onlyChanges && isSameDocument ? describeChanges(before.lines, lines) : null) ?? lines;
}

function getPrefix(ref: string): string {
  return /^(f\d+)?e\d+$/.exec(ref)?.[1] ?? '';
}

/** Returns one reference of each frame in the tree. */
function findFrameReferences(tree: readonly (TreeNode | string)[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (nodes: readonly (TreeNode | string)[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      if (node.ref !== undefined) {
        const prefix = getPrefix(node.ref);
        if (prefix !== '' && !found.has(prefix)) found.set(prefix, node.ref);
      }
      visit(node.children ?? []);
    }
  };
  visit(tree);
  return found;
}
