import type { MarkdownRenderer } from 'vitepress';

/** Info string of a command block that the tests do not run, with the reason. */
const notRun = /^sh not run: (.+)$/;

/** Shows the reason below command blocks that the tests do not run. */
export function markUnrunCommands(markdown: MarkdownRenderer): void {
  const renderFence = markdown.renderer.rules.fence;
  if (renderFence === undefined) throw new Error('markdown-it has no rule for code blocks');
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const html = renderFence(tokens, index, options, env, self);
    const [, reason] = notRun.exec(tokens[index]?.info.trim() ?? '') ?? [];
    if (reason === undefined) return html;
    return `${html}<p class="not-run">Not run by the tests: ${markdown.utils.escapeHtml(reason)}.</p>`;
  };
}
