import type { ExportFormat } from './table.ts';

const maxNameLength = 80;

/** Creates a file name from a title and a day: letters and digits of any script, other characters as hyphens. */
export function exportFileName(title: string, at: Date, format: ExportFormat): string {
  const plain = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .slice(0, maxNameLength)
    // Truncation may have left half of a surrogate pair.
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '');
  return `${plain === '' ? 'export' : plain}-${at.toISOString().slice(0, 10)}.${format}`;
}
