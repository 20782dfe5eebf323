import type { Nodes, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type ComponentChildren, h } from 'preact';
import { useMemo } from 'preact/hooks';

/** Longer texts take too long to parse; the rest is cut with a notice. */
const maxLength = 300_000;
/** Deeper nodes are shown as text, so that no document exhausts the stack. */
const maxDepth = 60;
const allowedSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Returns the address of a link if it can be opened safely, otherwise null. */
function safeAddress(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && allowedSchemes.has(url.protocol) ? url.href : null;
}

function renderLink(address: string, children: ComponentChildren) {
  const href = safeAddress(address);
  if (href === null) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer nofollow">
      {children}
    </a>
  );
}

function renderTable(node: Table, depth: number) {
  const [head, ...rows] = node.children;
  const cells = (row: Table['children'][number] | undefined, tag: 'th' | 'td') =>
    row?.children.map((cell, at) => h(tag, { key: at }, renderChildren(cell, depth + 2)));
  return (
    <div class="markdown-table">
      <table>
        <thead>
          <tr>{cells(head, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // The rows of a text never move
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderChildren(node: Nodes, depth: number): ComponentChildren {
  if (!('children' in node)) return null;
  if (depth > maxDepth) return '…';
  return (node.children as Nodes[]).map((child) => renderNode(child, depth + 1));
}

/** Elements that contain only the children of their node. */
const plainElements: Readonly<Record<string, string>> = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  blockquote: 'blockquote',
};

/**
 * Creates elements from the syntax tree. HTML in the text is shown as text and images as links, so that a page of the web
 * can neither run scripts nor load anything.
 */
function renderNode(node: Nodes, depth: number): ComponentChildren {
  const element = plainElements[node.type];
  if (element !== undefined) return h(element, null, renderChildren(node, depth));
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value;
    case 'heading':
      // The headings of the page start below those of the console.
      return h(
        `h${Math.min(node.depth + 2, 6)}`,
        { class: `level-${node.depth}` },
        renderChildren(node, depth),
      );
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'link':
      return renderLink(node.url, renderChildren(node, depth));
    case 'image':
      return renderLink(node.url, `[image: ${node.alt || 'no description'}]`);
    case 'list':
      return node.ordered === true ? (
        <ol start={node.start ?? 1}>{renderChildren(node, depth)}</ol>
      ) : (
        <ul>{renderChildren(node, depth)}</ul>
      );
    case 'listItem':
      return (
        <li>
          {typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ')}
          {renderChildren(node, depth)}
        </li>
      );
    case 'table':
      return renderTable(node, depth);
    default:
      return renderChildren(node, depth);
  }
}

/** Renders Markdown of a web page. */
export function MarkdownView({ text }: { text: string }) {
  const tree = useMemo<Root>(
    () =>
      fromMarkdown(text.slice(0, maxLength), {
        extensions: [gfm()],
        mdastExtensions: [gfmFromMarkdown()],
      }),
    [text],
  );
  return (
    <div class="markdown">
      {renderChildren(tree, 0)}
      {text.length > maxLength && <p class="muted">The rest of the text is in the raw view.</p>}
    </div>
  );
}
