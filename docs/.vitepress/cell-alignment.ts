import type { MarkdownRenderer } from 'vitepress';

/** Aligns cells of tables by class: the policy of the site rejects style attributes. */
export function alignCellsByClass(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('cell_alignment', ({ tokens }) => {
    for (const token of tokens) {
      const alignment = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
      if (alignment === undefined) continue;
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      token.attrJoin('class', `align-${alignment}`);
    }
  });
}
