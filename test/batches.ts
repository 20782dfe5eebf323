import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files that one process runs: loading the product is then a small part of its work, and none is at it for long. */
const filesOfBatch = 12;
/** Folders whose files each have a process: what they test is processes, and how those end. */
const alone = ['test', 'test/fault-suite', 'test/faults', 'test/fuzz', 'test/processes', 'test/setup'];

/** Each file is a suite, so that its hooks are its own. */
function textOf(root: string, files: readonly string[]): string {
  const suites = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    return `describe('${file}', async () => {\n  await import('${url}');\n});\n`;
  });
  return `import { describe } from 'node:test';\n\n${suites.join('')}`;
}

/** `src/web/browser/x.test.ts` is of the room `src/web`. */
function roomOf(file: string): string {
  return dirname(file).split('/').slice(0, 2).join('/');
}

/**
 * Gathers test files by room, so that a process which has loaded the product runs several of them, one after another.
 * `files` are paths in the checkout `root`; `folder` is emptied and gets the batches. Returns what to give to
 * `node --test`: batches, and files that have a process to themselves.
 */
export function gatherTests(root: string, files: readonly string[], folder: string): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const rooms = Map.groupBy(
    files.map((file) => file.replaceAll(sep, '/')),
    roomOf,
  );
  return [...rooms].flatMap(([room, members]) => {
    if (alone.includes(room)) return members.map((file) => join(root, file));
    const count = Math.ceil(members.length / filesOfBatch);
    return Array.from({ length: count }, (_, batch) => {
      const path = join(folder, `${room.replaceAll('/', '-')}-${batch + 1}.mjs`);
      // Dealt like cards: neighbours by name are often the long ones.
      const dealt = members.filter((_file, index) => index % count === batch);
      writeFileSync(path, textOf(root, dealt));
      return path;
    });
  });
}
