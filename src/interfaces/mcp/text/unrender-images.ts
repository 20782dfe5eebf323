/**
 * Elements that load a URL when a client renders them, if their tag may contain an absolute URL. A character reference or an
 * escape can stand for the slashes of one.
 */
const loadingElement =
  /<(?=(?:img|image|picture|source|track|video|audio|iframe|frame|embed|object|input|link|svg|use|style|body|table|td|th|base|meta)\b[^<]*?(?:\/\/|[&\\]))/gi;
/** Any other element with an image in its style. */
const styledElement = /<(?=[a-z][^<]*?\burl\s{0,10}\()/gi;

const paragraphBreak = /\n[ \t]*\n/g;

/**
 * Rewrites images in Markdown and HTML so that a client that renders the text loads none: the URL of an image can carry data
 * of the conversation to its server. `![alt](url)` becomes the link `[image: alt](url)`, and `<img src=…>` becomes the text
 * `< img src=…>`. Links stay. Takes linear time.
 */
export function unrenderImages(text: string): string {
  const withoutElements = text.includes('<')
    ? text.replace(loadingElement, '< ').replace(styledElement, '< ')
    : text;
  return withoutElements.includes('![') ? unrenderMarkdown(withoutElements) : withoutElements;
}

/**
 * Rewrites the images of each paragraph that has a link destination, or of every paragraph if the text defines references.
 * Code blocks are no exception, because renderers disagree about where they end; code such as `vec![1, 2]` has no destination.
 */
function unrenderMarkdown(text: string): string {
  const hasDefinitions = text.includes(']:');
  let result = '';
  let from = 0;
  for (const { index } of [...text.matchAll(paragraphBreak), { index: text.length }]) {
    const paragraph = text.slice(from, index);
    const canLoad = hasDefinitions || paragraph.includes('](');
    result += canLoad ? unrenderParagraph(paragraph) : paragraph;
    from = index;
  }
  return result;
}

function unrenderParagraph(paragraph: string): string {
  return paragraph.replaceAll('![', (marker, at: number) => (isEscaped(paragraph, at) ? marker : '[image: '));
}

/** Returns true if an odd number of backslashes precedes an index (CommonMark 2.4). */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}
