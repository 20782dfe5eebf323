import type { MarkdownRenderer } from 'vitepress';

/** Shows `{{name}}` as it is written: VitePress would evaluate it as an expression. */
export function keepBraces(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  for (const name of ['text', 'code_inline'] as const) {
    const render = rules[name];
    if (render === undefined) throw new Error(`markdown-it has no rule ${name}`);
    rules[name] = (...args) =>
      render(...args)
        .replaceAll('{{', '&#123;&#123;')
        .replaceAll('}}', '&#125;&#125;');
  }
}
