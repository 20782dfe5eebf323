/** A section of a page that is shown as text. */
export interface TextSection {
  heading: string;
  /** Beginning of the text below the heading. */
  text: string;
}

const maxTextLength = 200;
const maxSections = 200;

/** Returns a line without the marks of Markdown: a link is its text. */
function plainText(line: string): string {
  return line
    .replace(/^ {0,8}(?:[-+*>]|\d{1,9}\.) /, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[*_`\\]/g, '')
    .trim();
}

function headingOf(line: string): string | null {
  const match = /^#{1,6} (.+)$/.exec(line);
  return match === null ? null : plainText(match[1] ?? '');
}

/** Returns the sections of a page in Markdown. */
export function readSections(markdown: string): TextSection[] {
  const sections: TextSection[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? null : headingOf(line);
    const current = sections.at(-1);
    if (heading !== null) {
      if (sections.length === maxSections) break;
      if (heading !== '') sections.push({ heading, text: '' });
    } else if (current !== undefined && current.text.length < maxTextLength)
      current.text = `${current.text} ${plainText(line)}`.trim().slice(0, maxTextLength);
  }
  return sections;
}
