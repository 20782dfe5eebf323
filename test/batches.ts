import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Number of files per process: loading the code is then a small part of the work, and no process runs for long. */
const filesOfBatch = 12;
/** Folders whose files run in a process each: they test processes and their exit. */
const alone = [
  'test',
  'test/container',
  'test/docs',
  'test/fault-suite',
  'test/faults',
  'test/fuzz',
  'test/processes',
  'test/proxies',
  'test/replication',
  'test/setup',
];

/** Wraps each file in a suite, so that its hooks stay separate. */
function textOf(root: string, files: readonly string[]): string {
  const suites = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    return `describe('${file}', async () => {\n  await import('${url}');\n});\n`;
  });
  return `import { describe } from 'node:test';\n\n${suites.join('')}`;
}

/** Returns a file that runs like this one, but with a name that determines its turn. */
function textOfOne(root: string, file: string): string {
  return `import '${pathToFileURL(join(root, file)).href}';\n`;
}

/** Returns the module of a file: `src/web/browser/x.test.ts` belongs to `src/web`. */
function roomOf(file: string): string {
  return dirname(file).split('/').slice(0, 2).join('/');
}

/** Tests that wait for processes run beside the others from the start, instead of after them. */
const kinds = [(room: string) => alone.includes(room), (room: string) => room.startsWith('test'), () => true];

/**
 * Groups test files by module, so that a process that has loaded the code runs several of them in sequence. `files`
 * are paths in the checkout `root`; `folder` is emptied and receives the batches. Returns the arguments of `node
 * --test`, which runs them in the order of their names: first the files with their own process.
 */
export function gatherTests(root: string, files: readonly string[], folder: string): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const rooms = Map.groupBy(
    files.map((file) => file.replaceAll(sep, '/')),
    roomOf,
  );
  return [...rooms].flatMap(([room, members]) => {
    const kind = kinds.findIndex((isOfKind) => isOfKind(room)) + 1;
    const write = (name: string, text: string) => {
      const path = join(folder, `${kind}-${name.replaceAll('/', '-')}.mjs`);
      writeFileSync(path, text);
      return path;
    };
    if (alone.includes(room))
      return members.map((file) => write(file.replace(/\.test\.ts$/, ''), textOfOne(root, file)));
    const count = Math.ceil(members.length / filesOfBatch);
    return Array.from({ length: count }, (_, batch) => {
      // Distributed in turn: files with similar names are often the slow ones.
      const dealt = members.filter((_file, index) => index % count === batch);
      return write(`${room}-${batch + 1}`, textOf(root, dealt));
    });
  });
}
