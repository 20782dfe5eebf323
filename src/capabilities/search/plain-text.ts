/** Markdown without its marks, good enough to be searched and shown in snippets. Linear in its length. */
export function plainText(markdown: string): string {
  return (
    markdown
      // Pictures say what they show; links lead elsewhere.
      .replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,1000}(?: "[^"\n]{0,300}")?\)/g, '$1')
      .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, '')
      .replace(/^[ \t]*(?:```|~~~).*$/gm, '')
      .replace(/^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|?)+[ \t]*$/gm, '')
      .replace(/\\([\\`*_{}[\]()#+\-.!|<>~])|[*_`|]+/g, (_, escaped?: string) => escaped ?? ' ')
      .replace(/[ \t]+/g, ' ')
      .trim()
  );
}
