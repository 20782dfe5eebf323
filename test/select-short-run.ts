import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { longTests } from './long-tests.ts';

/** The files of a run, and those that only `npm run test:all` runs completely. */
export interface Selection {
  files: readonly string[];
  leftOut: readonly string[];
  /** Files of the tests of the run that repeat their work less often (`test/repetitions.ts`). */
  shortened: readonly string[];
}

/** Returns the test files, and the modules that test files use, whose work depends on the run. */
function findShortened(root: string): string[] {
  return globSync(['src/**/*.test.ts', 'test/*/**/*.ts'], { cwd: root })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => /from '[./\w-]+\/repetitions\.ts'/.test(readFileSync(join(root, file), 'utf8')))
    .sort();
}

/**
 * Splits the test files of the checkout `root` for `npm test`. Throws if a line of `test/long-tests.ts` matches no file, as
 * after a file was renamed.
 */
export function selectShortRun(root: string, files: readonly string[]): Selection {
  const named = files.map((file) => file.replaceAll(sep, '/'));
  for (const file of Object.keys(longTests))
    if (!named.includes(file))
      throw new Error(`${file} does not exist; correct or delete its line in test/long-tests.ts`);
  const isLong = (file: string) => Object.hasOwn(longTests, file);
  const kept = named.filter((file) => !isLong(file));
  return {
    files: kept,
    leftOut: named.filter(isLong),
    shortened: findShortened(root).filter((file) => !isLong(file)),
  };
}

/** Returns the lines that state what a run did not do, and how to do it. */
export function describeLeftOut({ files, leftOut, shortened }: Selection): string {
  const total = files.length + leftOut.length;
  const folders = [...Map.groupBy(leftOut, (file) => dirname(file))];
  const width = Math.max(...folders.map(([folder]) => folder.length));
  return [
    `${files.length} of ${total} test files ran. \`npm run test:all\` also runs these (reasons: test/long-tests.ts):`,
    ...folders.map(([folder, { length }]) => `  ${folder.padEnd(width)}  ${length}`),
    'It does the work of these more often, or more completely:',
    ...shortened.map((file) => `  ${file}`),
    '',
  ].join('\n');
}
