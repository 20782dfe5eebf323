import { escapeHtml } from '../../../domain/values/escape-html.ts';

/** Maximum length of a URL in UTF-16 code units, that of Office; a longer one could stand beside many texts. */
export const maxUrlLength = 2_083;

/** Text of a paragraph with its style: start tags from the outermost to the innermost. */
export interface InlinePiece {
  tags: readonly string[];
  html: string;
}

/** Style of a text run. */
export interface RunStyle {
  href?: string | undefined;
  isBold?: boolean | undefined;
  isItalic?: boolean | undefined;
  isStruck?: boolean | undefined;
  isCode?: boolean | undefined;
  /** `sup`, `sub` or none. */
  position?: 'sup' | 'sub' | undefined;
}

/** Returns the start tags of a style, in an order that lets neighbours share them. */
export function tagsOf({ href, isBold, isItalic, isStruck, isCode, position }: RunStyle): string[] {
  return [
    ...(href === undefined || href.length > maxUrlLength ? [] : [`<a href="${escapeHtml(href)}">`]),
    ...(isBold ? ['<strong>'] : []),
    ...(isItalic ? ['<em>'] : []),
    ...(isStruck ? ['<del>'] : []),
    ...(position === undefined ? [] : [`<${position}>`]),
    ...(isCode ? ['<code>'] : []),
  ];
}

/** Joins pieces; editors split words into runs of the same style, which share their elements here. */
export function joinPieces(pieces: readonly InlinePiece[]): string {
  let html = '';
  let open: readonly string[] = [];
  const closeTo = (length: number): void => {
    for (const tag of open.slice(length).toReversed()) html += `</${/^<(\w+)/.exec(tag)?.[1]}>`;
    open = open.slice(0, length);
  };
  for (const piece of pieces) {
    if (piece.html === '') continue;
    let shared = 0;
    while (shared < open.length && open[shared] === piece.tags[shared]) shared++;
    closeTo(shared);
    html += piece.tags.slice(shared).join('') + piece.html;
    open = piece.tags;
  }
  closeTo(0);
  return html;
}
