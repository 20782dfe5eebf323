import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { parseIsoDate } from '../../text/iso-date.ts';
import type { HtmlDocument } from '../html-document.ts';
import { type Mail, type MailAttachment, mailToHtml } from './mail-html.ts';

/** Maximum depth of parts, and of messages that are within a message and are read with it. */
const limits = { maxNestingDepth: 100, maxRfc822NestingDepth: 5 };

function addressText(address: Address): string {
  if (address.group !== undefined) {
    const members = address.group.map(addressText).join(', ');
    return address.name === '' ? members : `${address.name}: ${members}`;
  }
  if (address.name === '') return address.address;
  return address.address === '' ? address.name : `${address.name} <${address.address}>`;
}

function addressesText(addresses: readonly Address[] | undefined): string {
  return (addresses ?? []).map(addressText).join(', ');
}

/** Maximum length in bytes of the start of an attached message in which its subject is searched. */
const maxHeaderBytes = 64_000;

/** Maximum number of attached messages whose subject is searched. */
const maxSubjects = 100;

/** Returns the subject of an attached message, or ''. */
async function subjectOf({ mimeType, content }: Attachment): Promise<string> {
  if (mimeType !== 'message/rfc822' || typeof content === 'string') return '';
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content);
  const { subject = '' } = await PostalMime.parse(bytes.subarray(0, maxHeaderBytes), limits).catch(() => ({
    // A damaged message has no name.
    subject: '',
  }));
  return subject;
}

async function toAttachment(attachment: Attachment, index: number): Promise<MailAttachment> {
  const { filename, mimeType, content, description } = attachment;
  const size = typeof content === 'string' ? content.length : content.byteLength;
  return {
    name: filename || description || (index < maxSubjects ? await subjectOf(attachment) : '') || 'unnamed',
    type: mimeType,
    size,
  };
}

/** Returns the date of a message with its time zone in ISO 8601, or ''. */
function dateOf({ headers, date }: Email): string {
  const value = headers.find(({ key }) => key === 'date')?.value ?? '';
  return parseIsoDate(value) ?? parseIsoDate(date ?? '') ?? '';
}

/** Maximum number of lines that can begin or end a part. */
const maxBoundaries = 100_000;

/** Throws for more parts than a mail program writes; the library takes milliseconds for some of them. */
function checkBoundaries(bytes: Uint8Array): void {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = source.indexOf('\n--'); at !== -1; at = source.indexOf('\n--', at + 3))
    if (++count > maxBoundaries) throw new Error(`The message has more than ${maxBoundaries} parts.`);
}

async function parse(bytes: Uint8Array): Promise<Email> {
  checkBoundaries(bytes);
  try {
    return await PostalMime.parse(bytes, limits);
  } catch (cause) {
    // The messages of the library are not for users.
    throw new Error('The message is damaged, its header is too long, or its parts are nested too deeply.', {
      cause,
    });
  }
}

/** Converts a message (RFC 5322, RFC 2045) to HTML: its header, its body, and the names of its attachments. */
export async function emlToHtml(bytes: Uint8Array, url: string): Promise<HtmlDocument> {
  const email = await parse(bytes);
  const { from, subject = '' } = email;
  const date = dateOf(email);
  const mail: Mail = {
    subject,
    author: from === undefined ? '' : from.name || (from.address ?? ''),
    fields: [
      ['From', from === undefined ? '' : addressText(from)],
      ['To', addressesText(email.to)],
      ['Cc', addressesText(email.cc)],
      ['Bcc', addressesText(email.bcc)],
      ['Reply-To', addressesText(email.replyTo)],
      ['Date', date],
    ],
    date,
    html: email.html ?? '',
    text: email.text ?? '',
    attachments: await Promise.all(email.attachments.map(toAttachment)),
  };
  return mailToHtml(mail, url);
}
