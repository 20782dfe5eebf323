import { setTimeout as delay } from 'node:timers/promises';
import type { Findings } from './findings.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import {
  growthPer10k,
  openDatabaseView,
  openDescriptors,
  openHeapView,
  type ResourceUse,
  residentMb,
} from './resource-use.ts';

/** Measures the resource use of the idle service several times in a run. */
export interface UseWatch {
  /** Waits until no work is in progress, then measures. The last measurement waits longer. */
  measure(requests: number, isLast: boolean): Promise<ResourceUse>;
  /** Adds findings for growth, unfinished jobs and internal errors. */
  finish(findings: Findings): Promise<void>;
  all(): ResourceUse[];
}

const settleMs = 1_500;
const idleWithinMs = 20_000;
const lastIdleWithinMs = 120_000;
/** Allowed growth after the first measurement, at which caches are warm. */
const maxResidentGrowthMb = 200;
const maxHeapGrowthMb = 40;
const maxHeapGrowthPer10kMb = 4;
const maxMoreDescriptors = 30;
const maxMoreConnections = 8;
/** Minimum number of measurements for a slope. */
const minPoints = 4;

/** Opens the views of the service from outside. */
export async function watchUse({ service, home, inspectorUrl }: FuzzWorld): Promise<UseWatch> {
  const view = await openDatabaseView(await home.connection());
  const heap = inspectorUrl === null ? null : await openHeapView(inspectorUrl);
  const measured: ResourceUse[] = [];

  async function waitForIdle(withinMs: number): Promise<boolean> {
    for (const end = performance.now() + withinMs; performance.now() < end; await delay(250))
      if ((await view.activeJobs()) === 0) return true;
    return false;
  }

  function growthOf(field: 'rssMb' | 'heapMb' | 'descriptors' | 'connections'): number {
    const values = measured.map((use) => use[field]).filter((value) => value !== null);
    return values.length < 2 ? 0 : (values.at(-1) as number) - (values[0] as number);
  }

  return {
    async measure(requests, isLast) {
      const isIdle = await waitForIdle(isLast ? lastIdleWithinMs : idleWithinMs);
      await delay(settleMs);
      const heapMb = (await heap?.heapMb()) ?? null;
      const use = {
        requests,
        rssMb: residentMb(service.pid),
        heapMb,
        descriptors: openDescriptors(service.pid),
        connections: await view.connections(),
        isIdle,
      };
      measured.push(use);
      return use;
    },
    async finish(findings) {
      const add = (rule: string, detail: string, group = 'service') =>
        findings.add({ rule, detail }, group, () => ({ repeat: null, answer: null }));
      const bounds = [
        ['rssMb', maxResidentGrowthMb, 'MB resident'],
        ['heapMb', maxHeapGrowthMb, 'MB of objects'],
        ['descriptors', maxMoreDescriptors, 'descriptors'],
        ['connections', maxMoreConnections, 'database connections'],
      ] as const;
      for (const [field, most, unit] of bounds) {
        const growth = growthOf(field);
        if (growth > most)
          add('growth', `${growth.toFixed(0)} more ${unit} than after the first part, of ${most} allowed`);
      }
      // Code is still being compiled during the first part.
      const points = measured
        .slice(1)
        .flatMap(({ requests, heapMb }) => (heapMb === null ? [] : [[requests, heapMb] as const]));
      const slope = growthPer10k(points);
      if (points.length >= minPoints && slope > maxHeapGrowthPer10kMb)
        add('growth', `${slope.toFixed(1)} MB of objects more with each 10,000 requests`);
      if (measured.at(-1)?.isIdle === false) {
        const left = await view.activeJobs().catch(() => Number.NaN);
        add(
          'jobs that do not end',
          `${left} are queued or running ${lastIdleWithinMs / 1000} s after the last request`,
        );
      }
      for (const { type, message, count } of await view.internalErrors().catch(() => []))
        add('job ended with an internal error', `${type}, ${count} times: ${message}`, 'jobs');
      heap?.close();
      await view.close();
    },
    all: () => measured,
  };
}
