import { Marked, type RendererObject, type Token, type TokenizerObject, type Tokens } from 'marked';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { highlightCode } from './highlight-code.ts';

/** A page of the documentation as HTML. */
export interface RenderedPage {
  title: string;
  /** First paragraph as text, for the description of the page. */
  summary: string;
  html: string;
  sections: readonly PageSection[];
}

/** A heading with the text below it, up to the next heading. */
export interface PageSection {
  /** Heading as text. */
  heading: string;
  /** Id of the heading in the page. */
  id: string;
  /** Level of the heading, from 1 for the title. */
  depth: number;
  text: string;
}

/** Returns where a link leads on the site, or null for a file that the site does not contain. */
export type LinkResolver = (href: string) => string | null;

/** An invisible anchor, which gives the heading after it an id that does not depend on its words. */
const anchor = /^<a id="([\w-]+)"><\/a>$/;

/** Returns the id of a heading, as code hosts create it. */
function createId(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap(({ tokens }) => [...tokens, lineBreak]);
  }
  if (token.type === 'list') return (token as Tokens.List).items;
  return 'tokens' in token ? (token.tokens ?? []) : [];
}

const lineBreak: Token = { type: 'br', raw: '\n' };

/** Returns the text of a token without its markup. */
function textOf(token: Token): string {
  if (token.type === 'html') return '';
  if (token.type === 'br' || token.type === 'space') return ' ';
  const children = childrenOf(token);
  if (children.length > 0) return children.map(textOf).join('') + (token.type === 'list_item' ? ' ' : '');
  return 'text' in token ? unescapeEntities(String(token.text)) : '';
}

/** Replaces the entities that the Markdown of these pages uses. */
function unescapeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Splits a page into its sections. Text before the title belongs to no section. */
function splitSections(tokens: readonly Token[]): PageSection[] {
  const sections: PageSection[] = [];
  const ids = new Map<string, number>();
  let explicit: string | null = null;
  for (const token of tokens) {
    const anchored = anchor.exec(token.raw.trim())?.[1];
    if (anchored !== undefined) explicit = anchored;
    else if (token.type === 'heading') {
      const heading = textOf(token).trim();
      const wanted: string = explicit ?? createId(heading);
      const count = ids.get(wanted) ?? 0;
      ids.set(wanted, count + 1);
      const id = count === 0 ? wanted : `${wanted}-${count}`;
      sections.push({ heading, id, depth: (token as Tokens.Heading).depth, text: '' });
      explicit = null;
    } else {
      const section = sections.at(-1);
      if (section !== undefined) section.text = `${section.text} ${textOf(token)}`.trim();
    }
  }
  return sections;
}

function renderLink(label: string, href: string, target: string | null): string {
  if (target === null)
    return `<span class="file" title="file ${escapeHtml(href)} of the checkout">${label}</span>`;
  return `<a href="${escapeHtml(target)}">${label}</a>`;
}

/** Returns a block of code in a frame that can be scrolled with the keyboard. */
function renderCode({ text, lang }: Tokens.Code): string {
  const [language = ''] = (lang ?? '').split(' ');
  const isOutput = (lang ?? '').split(' ').includes('output');
  const label = isOutput ? 'output' : language;
  const name = `${label === '' ? 'code' : label} block`;
  const code = highlightCode(text, language);
  return `<figure class="code" data-language="${escapeHtml(label)}"><pre tabindex="0" role="region" aria-label="${escapeHtml(name)}"><code>${code}</code></pre></figure>\n`;
}

/** Creates the renderer of one page. `ids` are those of its headings, in their order. */
function createRenderer(ids: readonly string[], resolve: LinkResolver): RendererObject {
  let nextHeading = 0;
  return {
    heading({ tokens, depth, text }) {
      const id = escapeHtml(ids[nextHeading++] ?? '');
      const content = this.parser.parseInline(tokens);
      const link = `<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text.replaceAll('`', ''))}">#</a>`;
      return `<h${depth} id="${id}" tabindex="-1">${content}${depth === 1 ? '' : link}</h${depth}>\n`;
    },
    code: renderCode,
    link({ href, tokens }) {
      return renderLink(this.parser.parseInline(tokens), href, resolve(href));
    },
    image({ href, text }) {
      return `<img src="${escapeHtml(resolve(href) ?? href)}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
    /** Text such as `<id>` in a sentence is text; anchors and comments are invisible. */
    html({ raw }) {
      return anchor.test(raw.trim()) || raw.startsWith('<a id=') || raw === '</a>' || raw.startsWith('<!--')
        ? ''
        : escapeHtml(raw);
    },
    table({ header, rows }) {
      const cellsOf = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th') =>
        cells.map(({ tokens, align }) => {
          const alignment = align === null || align === 'left' ? '' : ` class="align-${align}"`;
          return `<${tag}${alignment}>${this.parser.parseInline(tokens)}</${tag}>`;
        });
      const lines = rows.map((row) => `<tr>${cellsOf(row, 'td').join('')}</tr>`);
      const table = `<table><thead><tr>${cellsOf(header, 'th').join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
      return `<div class="table" tabindex="0" role="region" aria-label="Table">${table}</div>\n`;
    },
  };
}

/** URLs in text stay text, as the pages are written. */
const tokenizer: TokenizerObject = { url: () => undefined };

/** Converts a page from Markdown to HTML, without scripts, styles or HTML of the page itself. */
export function renderPage(markdown: string, resolve: LinkResolver): RenderedPage {
  const tokens = new Marked({ tokenizer }).lexer(markdown);
  const sections = splitSections(tokens);
  const ids = sections.map(({ id }) => id);
  const marked = new Marked({ renderer: createRenderer(ids, resolve) });
  const paragraph = tokens.find(({ type }) => type === 'paragraph');
  return {
    title: sections[0]?.heading ?? '',
    summary: paragraph === undefined ? '' : textOf(paragraph).replaceAll('\n', ' '),
    html: marked.parser(tokens),
    sections,
  };
}
