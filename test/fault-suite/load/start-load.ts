import { setTimeout as pause } from 'node:timers/promises';
import { sessionActivity, workflowActivity } from './browser-activities.ts';
import { batchActivity, crawlActivity, datasetActivity, watchedPageActivity } from './job-activities.ts';
import type { Activity, LoadContext } from './load-context.ts';
import { scrapeActivity } from './scrape-activity.ts';

/** Load of one round. */
export interface Load {
  /**
   * Starts no new work and waits for the work in progress. Rejects if an activity received an unreadable response.
   */
  stop(): Promise<void>;
}

const scrapeClients = 3;
/** Activities besides the scrapes, and their probability in a round. */
const occasional: ReadonlyArray<{ activity: Activity; probability: number }> = [
  { activity: crawlActivity, probability: 1 },
  { activity: crawlActivity, probability: 0.4 },
  { activity: batchActivity, probability: 0.5 },
  { activity: datasetActivity, probability: 0.6 },
  { activity: watchedPageActivity, probability: 0.5 },
];
const inBrowser: ReadonlyArray<{ activity: Activity; probability: number }> = [
  { activity: workflowActivity, probability: 0.3 },
  { activity: sessionActivity, probability: 0.25 },
];
const spreadMs = 600;

/**
 * Starts a mixed load: continuous scrapes, and the activities that the round's choices select; `needsBrowser`
 * includes all browser activities.
 */
export function startLoad(context: Omit<LoadContext, 'isStopping'>, needsBrowser: boolean): Load {
  let isStopping = false;
  const own: LoadContext = { ...context, isStopping: () => isStopping };
  const chosen = [
    ...occasional.filter(({ probability }) => context.choices.chance(probability)),
    ...inBrowser.filter(({ probability }) => context.choices.chance(probability) || needsBrowser),
  ];
  const delays = chosen.map(() => context.choices.between(0, spreadMs));
  const failures: unknown[] = [];
  const running = [
    ...Array.from({ length: scrapeClients }, () => scrapeActivity(own)),
    ...chosen.map(async ({ activity }, index) => {
      await pause(delays[index]);
      if (!isStopping) await activity(own);
    }),
  ].map((activity) => activity.catch((error: unknown) => failures.push(error)));
  return {
    async stop() {
      isStopping = true;
      await Promise.all(running);
      if (failures.length > 0) throw new AggregateError(failures, 'an activity of the load failed');
    },
  };
}
