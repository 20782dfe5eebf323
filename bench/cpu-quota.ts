import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const hierarchy = '/sys/fs/cgroup/cpu';
const periodUs = 20_000;

/**
 * Limits the CPU time of processes with a control group (version 1, CFS bandwidth control), which needs root; returns a
 * function that removes the group of processes that have ended. Throws if the machine has no such hierarchy.
 */
export function limitCpu(name: string, pids: readonly number[], cores: number): () => void {
  if (!existsSync(join(hierarchy, 'cpu.cfs_quota_us')))
    throw new Error(`${hierarchy} is not a CPU hierarchy of control groups; leave out --quota`);
  const group = join(hierarchy, name);
  mkdirSync(group, { recursive: true });
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodUs));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(cores * periodUs)));
  for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return () => rmdirSync(group);
}
