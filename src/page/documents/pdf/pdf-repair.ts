/** Maximum number of pages that are found, and of bytes of the dictionary of a page. */
const maxPages = 1_000;
const maxDictionaryBytes = 4_000;

/**
 * Returns a damaged PDF, such as one that was cut off, with a new page tree of the pages that are found in its bytes; null if
 * there are none. Pages in compressed object streams (ISO 32000, 7.5.7) are not found.
 */
export function repairPdf(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes('/Encrypt')) return null;
  const kids: string[] = [];
  let largest = 0;
  for (let at = file.indexOf(' obj'); at !== -1; at = file.indexOf(' obj', at + 4)) {
    const head = /(\d{1,7}) (\d{1,5})$/.exec(file.toString('latin1', Math.max(0, at - 14), at));
    if (head === null) continue;
    largest = Math.max(largest, Number(head[1]));
    if (kids.length < maxPages && isPage(file, at)) kids.push(`${head[1]} ${head[2]} R`);
  }
  if (kids.length === 0) return null;
  const catalog = largest + 1;
  const tree = [
    `\nendobj\n${catalog} 0 obj\n<< /Type /Catalog /Pages ${catalog + 1} 0 R >>\nendobj`,
    `${catalog + 1} 0 obj\n<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>\nendobj`,
    `trailer\n<< /Root ${catalog} 0 R /Size ${catalog + 2} >>\nstartxref\n0\n%%EOF\n`,
  ].join('\n');
  return Buffer.concat([file, Buffer.from(tree)]);
}

/** Returns true if the object that starts at a position is a page. */
function isPage(file: Buffer, at: number): boolean {
  const start = file.toString('latin1', at, at + maxDictionaryBytes);
  const end = start.indexOf('endobj');
  return end !== -1 && /\/Type\s{0,3}\/Page(?![A-Za-z])/.test(start.slice(0, end));
}
