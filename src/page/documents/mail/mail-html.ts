import type { PageMetadata } from '../../../domain/pages/page.ts';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { balancedHtml } from '../balanced-html.ts';
import type { HtmlDocument } from '../html-document.ts';

/** File that is attached to a message. */
export interface MailAttachment {
  name: string;
  type: string;
  /** Size in bytes; null if it is unknown. */
  size: number | null;
}

/** A message. */
export interface Mail {
  subject: string;
  /** Author, without the address if a name is known; the name of the page's author. */
  author: string;
  /** Names and values of the header, in the order in which they are shown. */
  fields: [name: string, value: string][];
  /** Date in ISO 8601, or ''. */
  date: string;
  /** Body as HTML, or '' if it has only text. */
  html: string;
  text: string;
  attachments: MailAttachment[];
}

const maxAttachments = 1_000;
const maxBodyLength = 2_000_000;
const maxQuoteDepth = 10;

/** Returns the number of marks of quotation at the start of a line, and the rest of it. */
function splitQuote(line: string): { depth: number; text: string } {
  let depth = 0;
  let at = 0;
  while (depth < maxQuoteDepth && line[at] === '>') {
    depth += 1;
    at += line[at + 1] === ' ' ? 2 : 1;
  }
  return { depth, text: line.slice(at) };
}

/** Returns the HTML of a text: paragraphs at empty lines, line ends within them, and quotations (RFC 3676 4.5). */
function mailTextToHtml(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.length > 0) parts.push(`<p>${lines.map(escapeHtml).join('<br>')}</p>`);
    lines = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const quote = splitQuote(line);
    if (quote.depth !== depth) {
      endParagraph();
      parts.push(
        quote.depth > depth
          ? '<blockquote>'.repeat(quote.depth - depth)
          : '</blockquote>'.repeat(depth - quote.depth),
      );
      depth = quote.depth;
    }
    if (quote.text.trim() === '') endParagraph();
    else lines.push(quote.text);
  }
  endParagraph();
  return parts.join('') + '</blockquote>'.repeat(depth);
}

function attachmentHtml({ name, type, size }: MailAttachment): string {
  const facts = [type, ...(size === null ? [] : [`${size.toLocaleString('en')} bytes`])].filter(Boolean);
  return `<li>${escapeHtml(`${name} (${facts.join(', ')})`)}</li>`;
}

/**
 * Converts a message to HTML: its subject, its header, its body, and the names of its attachments. Relative links are resolved
 * against `url`.
 */
export function mailToHtml(mail: Mail, url: string): HtmlDocument {
  const { subject, author, fields, date, attachments } = mail;
  const header = fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<b>${name}:</b> ${escapeHtml(value)}`);
  const isCut = Math.max(mail.html.length, mail.text.length) > maxBodyLength;
  const markup = balancedHtml(mail.html.slice(0, maxBodyLength), url);
  const hasMarkup = mail.html.trim() !== '';
  const body = hasMarkup ? markup : mailTextToHtml(mail.text.slice(0, maxBodyLength));
  const listed = attachments.slice(0, maxAttachments).map(attachmentHtml);
  const metadata: PageMetadata = {
    ...(subject !== '' && { title: subject }),
    ...(author !== '' && { author }),
    ...(date !== '' && { published: date }),
    ...(attachments.length > 0 && { attachments: attachments.length }),
  };
  return {
    html: [
      ...(subject === '' ? [] : [`<h1>${escapeHtml(subject)}</h1>`]),
      ...(header.length === 0 ? [] : [`<p>${header.join('<br>')}</p>`]),
      `<div>${body}</div>`,
      ...(listed.length === 0 ? [] : [`<h2>Attachments</h2><ul>${listed.join('')}</ul>`]),
    ].join('\n'),
    metadata,
    warnings: [
      ...(isCut
        ? [
            {
              code: 'text_left_out',
              message: `Only the first ${maxBodyLength} characters of the message are returned.`,
            },
          ]
        : []),
      ...(attachments.length > maxAttachments
        ? [
            {
              code: 'attachments_left_out',
              message: `Only the first ${maxAttachments} of ${attachments.length} attachments are named.`,
            },
          ]
        : []),
    ],
  };
}
