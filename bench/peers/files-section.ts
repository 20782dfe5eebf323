// Files: PDF and office files of several writers with a known text, beside MarkItDown, PyMuPDF4LLM and pdftotext.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type DocumentFile, makeFiles } from '../documents/make-files.ts';
import { makeOfficeFiles } from '../documents/make-office-files.ts';
import { documentTexts } from '../documents/make-text.ts';
import { type Reading, readDocuments, readWithPeers } from '../documents/read-documents.ts';
import { scoreDocument } from '../documents/score-document.ts';
import { cacheFolder } from './install-peer.ts';
import { type Measured, measureRow, openPeer, type Section, type SectionContext } from './section.ts';

const timeoutMs = 60_000;
const kinds = ['pdf', 'docx', 'pptx', 'xlsx'] as const;

function kindOf({ file }: { file: string }): string {
  return path.extname(file).slice(1);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** Scores the files that a reader reads; a kind that it does not read has no figure. */
function figuresOf(
  { run }: SectionContext,
  system: string,
  files: readonly DocumentFile[],
  readings: readonly Reading[],
): Measured {
  const log = `files-${system}.log.jsonl`;
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const scored = readings.flatMap(({ file, markdown, seconds }) => {
    const text = texts.get(file);
    if (text === undefined) return [];
    const score = scoreDocument(markdown, text);
    run.log(log, { file, seconds, characters: markdown.length, ...score });
    return { kind: kindOf({ file }), seconds, score };
  });
  const words = kinds.map((kind) => [
    kind,
    meanOf(scored.filter((one) => one.kind === kind).flatMap(({ score }) => score.words ?? [])),
  ]);
  return {
    figures: {
      ...Object.fromEntries(words),
      headings: meanOf(scored.flatMap(({ score }) => score.headings ?? [])),
      cells: meanOf(scored.flatMap(({ score }) => score.cells ?? [])),
      msPerFile: 1_000 * (meanOf(scored.map(({ seconds }) => seconds)) ?? 0),
    },
    log,
  };
}

/** Reads PDFs with pdftotext of the machine. */
function readWithPdftotext(files: readonly DocumentFile[]): Reading[] {
  return files.map(({ file }) => {
    const since = performance.now();
    const markdown = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8', timeout: timeoutMs });
    return { reader: 'pdftotext', file, seconds: (performance.now() - since) / 1_000, markdown };
  });
}

function versionOfPdftotext(): string | null {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore', timeout: timeoutMs });
    return '';
  } catch {
    return null;
  }
}

/** Measures files with a known text. */
export const measureFiles: Section = async (context) => {
  const libraries = await openPeer(context, 'files', 'markitdown');
  const writers = await openPeer(context, 'files', 'office-writers');
  const folder = path.join(cacheFolder(), 'files');
  const packages = writers?.folder;
  const office = makeOfficeFiles(folder, { python: libraries?.program, packages });
  const files = [...makeFiles(folder, documentTexts).files, ...office.files];
  const counts = kinds.map((kind) => `${files.filter((one) => kindOf(one) === kind).length} ${kind}`);
  context.run.describeInput('files', counts.join(', '));
  const row = { section: 'files', table: 'files' } as const;
  const paths = files.map(({ file }) => file);
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () => {
    const root = new URL('../../', import.meta.url).href;
    await readDocuments('webdata', root, paths);
    return figuresOf(context, 'webdata', files, await readDocuments('webdata', root, paths));
  });
  const pdfs = files.filter((one) => kindOf(one) === 'pdf');
  if (libraries !== null) {
    const readings = readWithPeers(libraries.program, paths);
    for (const system of ['markitdown', 'pymupdf4llm'] as const) {
      const title = system === 'markitdown' ? 'MarkItDown' : 'PyMuPDF4LLM';
      // PyMuPDF4LLM reads office files only with an additional product.
      const own = readings.filter(
        (one) => one.reader === system && (system === 'markitdown' || kindOf(one) === 'pdf'),
      );
      const version = system === 'markitdown' ? libraries.version : '';
      await measureRow(context, { ...row, system, title, version }, async () =>
        figuresOf(context, system, files, own),
      );
    }
  }
  const version = versionOfPdftotext();
  if (version === null) {
    const reason = 'the machine has no pdftotext';
    context.run.addAbsence({ ...row, system: 'pdftotext', title: 'pdftotext', version: '', reason });
    return;
  }
  await measureRow(context, { ...row, system: 'pdftotext', title: 'pdftotext', version }, async () =>
    figuresOf(context, 'pdftotext', pdfs, readWithPdftotext(pdfs)),
  );
};
