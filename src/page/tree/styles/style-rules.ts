import { lastOf } from '../../../domain/values/elements.ts';
import { withoutStyleComments } from '../hiding-styles.ts';
import { BraceScanner } from './brace-scanner.ts';
import { type Applicability, matchesScreen } from './matches-screen.ts';

/** Style rule that may apply to a screen. */
export interface StyleRule {
  /** Selector list, as written. */
  selectors: string;
  declarations: string;
  /** False if a condition around the rule cannot be evaluated. */
  isCertain: boolean;
  /** Position of the cascade layer; rules without a layer are above all layers. */
  layer: number;
}

/** Bounds of the reading of one page. */
const limits = { rules: 20_000, depth: 16, selectorLength: 4000, blockLength: 10_000 };
const noLayer = Number.MAX_SAFE_INTEGER;

/** Block of an at-rule around style rules. */
interface Block {
  applies: Applicability;
  layer: number;
}

/** Reads the rules of the style sheets of a page that may apply to a screen. */
export class StyleRuleReader {
  /** Rules in the order of the style sheets. */
  readonly rules: StyleRule[] = [];
  private readonly layers = new Map<string, number>();

  /** Reads one style sheet in linear time. `applies` is the applicability of its `media` attribute. */
  read(source: string, applies: Applicability): void {
    const css = withoutStyleComments(source);
    const scanner = new BraceScanner(css);
    const blocks: Block[] = [{ applies, layer: noLayer }];
    for (let at = 0; at < css.length && this.rules.length < limits.rules; ) {
      const brace = scanner.brace(at);
      if (brace >= css.length) return;
      if (css.charCodeAt(brace) === 125) {
        if (blocks.length > 1) blocks.pop();
        at = brace + 1;
        continue;
      }
      const prelude = this.readStatements(css.slice(at, brace));
      const block = this.openBlock(prelude, lastOf(blocks));
      if (block !== null && blocks.length < limits.depth) {
        blocks.push(block);
        at = brace + 1;
        continue;
      }
      const end = this.blockEnd(css, scanner, brace + 1);
      if (!prelude.startsWith('@')) this.addRule(prelude, css.slice(brace + 1, end.content), lastOf(blocks));
      at = end.after;
    }
  }

  /** Reads the statements before a block, such as `@import`, and returns the prelude of the block. */
  private readStatements(text: string): string {
    const end = text.lastIndexOf(';');
    if (end === -1) return text.trim();
    for (const statement of text.slice(0, end).split(';')) {
      const names = /^@layer\s([^;{}]+)$/i.exec(statement.trim())?.[1];
      for (const name of names?.split(',') ?? []) this.layerOf(name.trim());
    }
    return text.slice(end + 1).trim();
  }

  private layerOf(name: string): number {
    const known = this.layers.get(name);
    if (known !== undefined) return known;
    this.layers.set(name, this.layers.size);
    return this.layers.size - 1;
  }

  /** Returns the block of a conditional at-rule, or null for another prelude. */
  private openBlock(prelude: string, parent: Block): Block | null {
    const match = /^@(media|supports|layer|container|scope)\b/i.exec(prelude);
    if (match === null) return null;
    const name = (match[1] ?? '').toLowerCase();
    const condition = prelude.slice(match[0].length).trim();
    if (name === 'layer') {
      const layer = this.layerOf(condition === '' ? `anonymous ${this.layers.size}` : condition);
      return { applies: parent.applies, layer: Math.min(layer, parent.layer) };
    }
    const own = name === 'media' ? matchesScreen(condition) : 'unknown';
    const isNo = own === 'no' || parent.applies === 'no';
    const applies = isNo ? 'no' : own === 'yes' ? parent.applies : 'unknown';
    return { applies, layer: parent.layer };
  }

  /** Returns the end of a block's own declarations, which nested rules follow, and the position after the block. */
  private blockEnd(css: string, scanner: BraceScanner, from: number): { content: number; after: number } {
    let depth = 1;
    let content = -1;
    let at = from;
    while (depth > 0) {
      const brace = scanner.brace(at);
      if (content === -1) content = brace;
      if (brace >= css.length) return { content, after: css.length };
      depth += css.charCodeAt(brace) === 123 ? 1 : -1;
      at = brace + 1;
    }
    return { content, after: at };
  }

  private addRule(selectors: string, declarations: string, block: Block): void {
    if (block.applies === 'no' || selectors.length > limits.selectorLength) return;
    if (declarations.length > limits.blockLength) return;
    this.rules.push({ selectors, declarations, isCertain: block.applies === 'yes', layer: block.layer });
  }
}
