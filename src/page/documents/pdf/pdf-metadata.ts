import type { getDocumentProxy } from 'unpdf';

import type { PageMetadata } from '../../../domain/pages/page.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const placeholderTitle = /^(?:untitled|microsoft word\b|.*\.(?:docx?|tex|dvi|indd|qxd|pptx?|rtf)$)/i;

/** Reads the properties of a document (ISO 32000, 14.3.3). */
export async function readMetadata(pdf: Pdf): Promise<PageMetadata> {
  const metadata: PageMetadata = { num_pages: pdf.numPages };
  const { info } = await pdf.getMetadata();
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(info, name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 2000) : undefined;
  };
  const title = text('Title');
  const fields = {
    title: title !== undefined && placeholderTitle.test(title) ? undefined : title,
    author: text('Author'),
    description: text('Subject'),
    keywords: text('Keywords'),
    created: parsePdfDate(text('CreationDate')),
    modified: parsePdfDate(text('ModDate')),
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) metadata[name] = value;
  return metadata;
}

/** Converts a PDF date (ISO 32000, 7.9.4) to ISO 8601. */
function parsePdfDate(text: string | undefined): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?)?/.exec(
    text ?? '',
  );
  if (parts === null) return undefined;
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', zone, zoneMinute = '00'] =
    parts;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  return `${date}T${hour}:${minute}:${second}${zone === undefined ? 'Z' : `${zone}:${zoneMinute}`}`;
}
