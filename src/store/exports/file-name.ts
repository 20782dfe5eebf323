import type { ExportFormat } from './table.ts';

const longestName = 80;

/** A file name made of a title and a day: letters and digits of any script, the rest as hyphens. */
export function exportFileName(title: string, at: Date, format: ExportFormat): string {
  const plain = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .slice(0, longestName)
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return `${plain === '' ? 'export' : plain}-${at.toISOString().slice(0, 10)}.${format}`;
}
