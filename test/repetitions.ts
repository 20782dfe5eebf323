/** Environment variable that `npm test` sets for a run in which long tests repeat their work less often. */
export const shortRunVariable = 'WEBDATA_TEST_SHORT';

/** True in `npm test`; false in `npm run test:all`, and whenever a file or folder is named. */
export const isShortRun = process.env[shortRunVariable] === 'true';

/** Returns how often a test repeats its work: `all`, or `short` in `npm test`, which then names the file. */
export function repetitions({ all, short }: { all: number; short: number }): number {
  return isShortRun ? short : all;
}
