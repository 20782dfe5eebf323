/** Times of the launcher, in milliseconds, and the number of crashes in a row after which it gives up. */
export interface LauncherTimes {
  restartDelays: number[];
  stableAfter: number;
  maxCrashes: number;
  echo: number;
  killAfter: number;
}
export declare const signals: NodeJS.Signals[];
export declare const defaultTimes: LauncherTimes;
export declare function superviseService(options: {
  file: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  times?: LauncherTimes;
}): Promise<number>;
