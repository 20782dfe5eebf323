import type { Frame, Page } from 'playwright-core';
import { boundedText, snapshotLines } from './snapshot-text.ts';
import { createNumbering, type NumberedElement, type Numbering, type TreeNode } from './snapshot-tree.ts';

/** What can be seen and acted on in a page. */
export interface PageSnapshot {
  /** Lines of text; elements that one can act on begin with their number in brackets. */
  text: string;
  elements: NumberedElement[];
}

/** Takes snapshots of the tabs of one session, in which an element keeps its number as long as it stays. */
export interface SnapshotTaker {
  take(tab: { number: number; page: Page }, most: number): Promise<PageSnapshot>;
  /** The element of a number in the last snapshot of that tab. */
  numbered(tabNumber: number, number: number): NumberedElement | undefined;
  /** The elements of the last snapshot of that tab. */
  known(tabNumber: number): readonly NumberedElement[];
}

const takeWithinMs = 5_000;
const lookWithinMs = 1_000;
/** A document that changes while it is looked at is looked at again. */
const mostTries = 4;

/** Names a document: no other one of its frame began at the same moment. */
interface Document {
  born: number;
  /** What stands in fields for passwords. */
  secrets: string[];
}

/** A value if it comes in time. */
async function inTime<Value>(work: Promise<Value>, ms: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer));
}

async function documentIn(frame: Frame): Promise<Document | null> {
  const read = frame.locator(':root, input[type="password" i]').evaluateAll((elements) => ({
    born: performance.timeOrigin,
    secrets: elements.flatMap((element) => ('value' in element && String(element.value)) || []),
  }));
  return inTime(read, lookWithinMs);
}

/** A taker that has seen nothing yet. */
export function createSnapshotTaker(): SnapshotTaker {
  let lastNumber = 0;
  const numberings = new Map<number, Numbering>();
  const last = new Map<number, Map<number, NumberedElement>>();
  /** Values that ever stood in a field for a password: pages show them in other fields when asked to. */
  const secrets = new Set<string>();
  /** The frame that a prefix of the driver's references stands for. */
  const frames = new WeakMap<Page, Map<string, Frame>>();

  function numberingOf(tabNumber: number): Numbering {
    const known = numberings.get(tabNumber);
    if (known !== undefined) return known;
    const made = createNumbering(() => {
      lastNumber += 1;
      return lastNumber;
    });
    numberings.set(tabNumber, made);
    return made;
  }

  async function documentsIn(page: Page): Promise<Map<Frame, Document>> {
    const read = page.frames().map(async (frame) => [frame, await documentIn(frame)] as const);
    const documents = new Map<Frame, Document>();
    for (const [frame, document] of await Promise.all(read))
      if (document !== null) documents.set(frame, document);
    return documents;
  }

  async function treeOf(page: Page): Promise<(TreeNode | string)[]> {
    const tree = await page.ariaSnapshotJSON({ mode: 'ai', timeout: takeWithinMs });
    return tree as (TreeNode | string)[];
  }

  /** The frames that references of the tree are of, by their prefixes; the page's own has none. */
  async function framesOf(page: Page, tree: readonly (TreeNode | string)[]): Promise<Map<string, Frame>> {
    const known = frames.get(page) ?? new Map<string, Frame>();
    frames.set(page, known);
    for (const [prefix, ref] of firstReferences(tree)) {
      if (known.has(prefix)) continue;
      const handle = await inTime(page.getByRef(ref).elementHandle({ timeout: lookWithinMs }), lookWithinMs);
      const frame = await handle?.ownerFrame();
      await handle?.dispose();
      if (frame != null) known.set(prefix, frame);
    }
    return known;
  }

  async function look(page: Page) {
    for (let tries = 1; ; tries += 1) {
      const before = await documentsIn(page);
      const tree = await treeOf(page);
      const byPrefix = await framesOf(page, tree);
      const born = before.get(page.mainFrame())?.born;
      const after = page.frames().length === 1 ? await documentIn(page.mainFrame()) : null;
      const isSame = after === null || after.born === born;
      if (isSame || tries === mostTries) return { tree, byPrefix, documents: before };
    }
  }

  return {
    async take({ number: tabNumber, page }, most) {
      const { tree, byPrefix, documents } = await look(page);
      for (const document of documents.values()) for (const secret of document.secrets) secrets.add(secret);
      const documentOf = (ref: string) => {
        const prefix = prefixOf(ref);
        const frame = prefix === '' ? page.mainFrame() : byPrefix.get(prefix);
        const born = frame === undefined ? 0 : (documents.get(frame)?.born ?? 0);
        return `${born}`;
      };
      const elements = numberingOf(tabNumber).number(tree, documentOf);
      const byNumber = new Map([...elements.values()].map((element) => [element.number, element]));
      last.set(tabNumber, byNumber);
      const squeezed = new Set([...secrets].map((secret) => secret.replace(/\s+/g, ' ').trim()));
      const lines = snapshotLines({ tree, elements, secrets: squeezed });
      return { text: boundedText(lines, most), elements: [...elements.values()] };
    },
    numbered: (tabNumber, number) => last.get(tabNumber)?.get(number),
    known: (tabNumber) => [...(last.get(tabNumber)?.values() ?? [])],
  };
}

function prefixOf(ref: string): string {
  return /^(f\d+)?e\d+$/.exec(ref)?.[1] ?? '';
}

/** One reference of every frame in the tree. */
function firstReferences(tree: readonly (TreeNode | string)[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (nodes: readonly (TreeNode | string)[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      if (node.ref !== undefined) {
        const prefix = prefixOf(node.ref);
        if (prefix !== '' && !found.has(prefix)) found.set(prefix, node.ref);
      }
      visit(node.children ?? []);
    }
  };
  visit(tree);
  return found;
}
