import { execFileSync } from 'node:child_process';
import type { SmallDisk } from '../../faults/small-disk.ts';
import { type ProcessFacts, stillRuns, useOf } from '../processes.ts';
import type { Supervisor } from '../supervisor.ts';
import { chooseDuration, type Fault } from './fault.ts';

function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function setSoftLimit(pid: number, descriptors: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${descriptors}:`], { stdio: 'ignore' });
}

function softLimit(pid: number): number {
  const options = ['--pid', String(pid), '--nofile', '--output=SOFT', '--noheadings', '--raw'];
  return Number(execFileSync('prlimit', options, { encoding: 'utf8' }).trim());
}

/**
 * Returns faults that limit the file descriptors of the service to slightly more than it uses. Empty if `prlimit` is
 * missing.
 */
export function descriptorFaults(supervisor: () => Supervisor): Fault[] {
  if (!hasPrlimit()) return [];
  return [
    {
      name: 'descriptors',
      weight: 1.5,
      group: 'descriptors',
      plan(choices) {
        const spare = choices.whole(0, 12);
        const ms = Math.min(6_000, chooseDuration(choices));
        let limited: { process: ProcessFacts; before: number } | null = null;
        return {
          label: `descriptors ${spare} spare ${ms} ms`,
          effect: 'no-connections',
          ms,
          async inject() {
            const service = supervisor().service();
            const use = service === null ? null : useOf(service.pid);
            if (service === null || use === null) return false;
            try {
              const before = softLimit(service.pid);
              setSoftLimit(service.pid, use.descriptors + spare);
              limited = { process: service, before };
              return true;
            } catch {
              // The process has exited meanwhile.
              return false;
            }
          },
          async heal() {
            if (limited !== null && stillRuns(limited.process))
              setSoftLimit(limited.process.pid, limited.before);
          },
        };
      },
    },
  ];
}

/** Returns faults that fill the disk, completely or below the free space that the service requires. */
export function diskFaults(disk: SmallDisk): Fault[] {
  const heal = async () => disk.restore();
  return [
    {
      name: 'disk-full',
      weight: 1.5,
      group: 'disk',
      plan(choices) {
        const ms = Math.min(5_000, chooseDuration(choices));
        const freeBytes = choices.pick([0, 64 * 1024, 1024 * 1024]);
        return {
          label: `disk-full ${freeBytes} B free ${ms} ms`,
          effect: 'alive',
          ms,
          inject: async () => {
            disk.leave(freeBytes);
            return true;
          },
          heal,
        };
      },
    },
    {
      name: 'disk-low',
      weight: 0.5,
      group: 'disk',
      plan: (choices) => {
        const ms = 2_000 + Math.round(choices.between(0, 1_500));
        return {
          label: `disk-low ${ms} ms`,
          effect: 'alive',
          ms,
          inject: async () => {
            disk.leave(300 * 2 ** 20);
            return true;
          },
          heal,
        };
      },
    },
  ];
}

/** Service whose clock and disk state the suite sets by messages. */
export interface OrderedService {
  clockOffsetMs(): number;
  setClockOffset(ms: number): void;
  setDiskLow(isLow: boolean): void;
}

const minuteMs = 60_000;
/** Clock jumps: small ones like those of leap seconds and faulty time servers, large ones like after suspend. */
const jumpsMs = [1_000, 15_000, 2 * minuteMs, 20 * minuteMs, 3 * 60 * minuteMs];
const farthestMs = 12 * 60 * minuteMs;

/** Returns faults that move the clock forward and backward, and that report the disk as nearly full. */
export function orderedFaults(service: OrderedService): Fault[] {
  return [
    {
      name: 'clock-jump',
      weight: 2,
      group: 'clock',
      plan(choices) {
        const size = choices.pick(jumpsMs);
        const wanted = choices.chance(0.5) ? size : -size;
        const offset = service.clockOffsetMs();
        const jump = Math.abs(offset + wanted) > farthestMs ? -wanted : wanted;
        return {
          label: `clock-jump ${jump > 0 ? '+' : ''}${jump / 1_000} s`,
          effect: 'alive',
          ms: 500,
          async inject() {
            service.setClockOffset(service.clockOffsetMs() + jump);
            return true;
          },
          // The clock is not moved back: the next jump starts from there.
          heal: async () => undefined,
        };
      },
    },
    {
      name: 'disk-low',
      weight: 0.5,
      group: 'disk',
      plan(choices) {
        const ms = Math.min(5_000, chooseDuration(choices));
        return {
          label: `disk-low ${ms} ms`,
          effect: 'alive',
          ms,
          async inject() {
            service.setDiskLow(true);
            return true;
          },
          heal: async () => service.setDiskLow(false),
        };
      },
    },
  ];
}
