import { type BrowserAction, browserAction } from '../../src/domain/pages/browser-action.ts';
import type { ControlledBrowser } from '../../src/web/browser/steps/controlled-browser.ts';

/** A line of a snapshot that shows a usable element. */
export interface ShownElement {
  number: number;
  role: string;
  name: string;
  line: string;
  /** Left, top, width and height, where the snapshot tells them. */
  box: Box | null;
}

/** A place in CSS pixels of the window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Target = number | string | ShownElement;
type Fields = Partial<BrowserAction>;

const elementPattern = /\[(\d+)\] ([a-z]+)?(?: ?("(?:[^"\\]|\\.)*"))?/;
const boxPattern = /(\d+)×(\d+) at (-?\d+),(-?\d+)/;
/** What the frame of the tasks itself shows. */
const framePattern = /click-canvas|^text: (?:Last reward|Last 10 average|-$|Time left|Episodes done)/;

function parseBox(line: string): Box | null {
  const [, width, height, x, y] = boxPattern.exec(line) ?? [];
  if (width === undefined) return null;
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
}

function parseElements(lines: readonly string[]): ShownElement[] {
  return lines.flatMap((line) => {
    // Short lines of one role are joined: `checkbox: [1] "a" [2] "b"`.
    const role = /^([a-z]+): \[/.exec(line)?.[1];
    const parts = role === undefined ? [line] : line.split(/(?=\[\d+\])/);
    return parts.flatMap((part) => {
      const [, number, ownRole = role ?? '', name] = elementPattern.exec(part) ?? [];
      if (number === undefined) return [];
      return {
        number: Number(number),
        role: ownRole,
        name: name === undefined ? '' : JSON.parse(name),
        line: part,
        box: parseBox(part),
      };
    });
  });
}

/** Plays a task with nothing but what a snapshot shows: its lines, and the numbers and words in them. */
export class Hand {
  readonly #browser: ControlledBrowser;
  steps = 0;

  constructor(browser: ControlledBrowser) {
    this.#browser = browser;
  }

  /** Returns the lines of a new snapshot, which tells places and drawings with `details`. */
  async lines(details = false): Promise<string[]> {
    const options = { maxLength: 60_000, onlyChanges: false, region: null, details };
    const { text } = await this.#browser.snapshot(options);
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !framePattern.test(line));
  }

  /** Returns the texts that are no elements, without the task itself. */
  async texts(): Promise<string[]> {
    const texts = (await this.lines())
      .filter((line) => line.startsWith('text: '))
      .map((line) => line.slice(6));
    return texts.slice(1);
  }

  /** Returns the usable elements, of a role if one is given. */
  async all(role?: string): Promise<ShownElement[]> {
    return parseElements(await this.lines()).filter((one) => role === undefined || one.role === role);
  }

  /** Returns the only or first element with this name, or whose line matches. */
  async find(name: string | RegExp, role?: string): Promise<ShownElement> {
    const shown = await this.all(role);
    const found = shown.find((one) => (typeof name === 'string' ? one.name === name : name.test(one.line)));
    if (found === undefined) throw new Error(`the snapshot shows no ${String(name)}`);
    return found;
  }

  /** Returns the drawn shapes and icons, and the texts with their places, in the order of the page. */
  async details(): Promise<{ kind: 'drawn' | 'text'; words: string; box: Box }[]> {
    return (await this.lines(true)).flatMap((line) => {
      const [, kind, words = ''] = /^(drawn|text): (.*) \(\d+×\d+ at /.exec(line) ?? [];
      const box = parseBox(line);
      if (kind === undefined || box === null) return [];
      const isDrawn = kind === 'drawn';
      return { kind: isDrawn ? 'drawn' : 'text', words: isDrawn ? String(JSON.parse(words)) : words, box };
    });
  }

  async act(type: BrowserAction['type'], target: Target | null, fields: Fields = {}): Promise<void> {
    this.steps += 1;
    const wanted = target !== null && typeof target === 'object' ? target.number : target;
    const { error } = await this.#browser.act(browserAction({ type, target: wanted, ...fields }));
    if (error !== null) throw new Error(error.message);
  }

  click(target: Target, fields?: Fields): Promise<void> {
    return this.act('click', target, fields);
  }

  type(target: Target, text: string): Promise<void> {
    return this.act('type', target, { text });
  }

  press(key: string, target: Target | null = null): Promise<void> {
    return this.act('press', target, { key });
  }

  async submit(): Promise<void> {
    await this.click(await this.find(/"(?:Submit|Login|OK|Search)"/, 'button'));
  }
}
