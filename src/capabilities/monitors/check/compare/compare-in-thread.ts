import { compileIgnoreRules } from '../../settings/ignore-rules.ts';
import type { IgnoreRule, Version } from '../../settings/monitor-settings.ts';
import {
  type CheckResult,
  type EvaluationRules,
  evaluateCheck,
  type Finding,
  type MonitorState,
} from '../evaluate-check.ts';
import { type Comparison, compareVersions, contentKeys } from './compare-versions.ts';
import { createNoiseLookup, type NoiseMemory, updateNoise } from './noise-memory.ts';

/** Request to compare versions. */
export interface CompareRequest {
  before: Version;
  /** Oldest first. */
  readings: readonly Version[];
  ignore: readonly IgnoreRule[];
  noise: NoiseMemory;
}

/** Request to update the noise memory with a version. */
export interface NoiseRequest {
  noise: NoiseMemory;
  version: Version;
  ignore: readonly IgnoreRule[];
  /** Keys of the blocks or values that differ between the readings. */
  unstableKeys: readonly string[];
  /** Number of the check. */
  check: number;
}

/** Request to evaluate the finding of a check. */
export interface EvaluateRequest {
  monitorState: MonitorState;
  finding: Finding;
  rules: EvaluationRules;
  now: Date;
}

/** Reference to a version of a request, since each version crosses the thread boundary only once. */
export type VersionRole = 'baseline' | 'lastNotified' | 'found' | null;

/** A result that refers to its versions by their roles. */
export interface EvaluatedCheck {
  verdict: Omit<CheckResult, 'monitorState'> & {
    monitorState: Omit<MonitorState, 'baseline' | 'lastNotified'>;
  };
  baseline: VersionRole;
  lastNotified: VersionRole;
}

/** Compares versions like {@link compareVersions}, with the stored forms of rules and noise. */
export function compareInThread({ before, readings, ignore, noise }: CompareRequest): Comparison {
  return compareVersions(before, readings, compileIgnoreRules(ignore), createNoiseLookup(noise));
}

/** Returns the noise memory after a check. */
export function updateNoiseInThread({
  noise,
  version,
  ignore,
  unstableKeys,
  check,
}: NoiseRequest): NoiseMemory {
  return updateNoise(noise, contentKeys(version, compileIgnoreRules(ignore)), unstableKeys, check);
}

/** Evaluates a check like {@link evaluateCheck}. */
export function evaluateInThread({
  monitorState: stateBefore,
  finding,
  rules,
  now,
}: EvaluateRequest): EvaluatedCheck {
  const { monitorState, ...verdict } = evaluateCheck(stateBefore, finding, rules, now);
  const { baseline, lastNotified, ...otherState } = monitorState;
  const roleOf = (version: Version | null): VersionRole => {
    if (version === null) return null;
    if (version === stateBefore.baseline) return 'baseline';
    return version === stateBefore.lastNotified ? 'lastNotified' : 'found';
  };
  return {
    verdict: { ...verdict, monitorState: otherState },
    baseline: roleOf(baseline),
    lastNotified: roleOf(lastNotified),
  };
}

/** Returns the result of a check, with the roles replaced by the versions of its request. */
export function toCheckResult(
  { monitorState, finding }: EvaluateRequest,
  evaluated: EvaluatedCheck,
): CheckResult {
  const foundVersion = finding.kind === 'version' ? finding.version : null;
  const versions = {
    baseline: monitorState.baseline,
    lastNotified: monitorState.lastNotified,
    found: foundVersion,
  };
  const versionOf = (role: VersionRole) => (role === null ? null : versions[role]);
  return {
    ...evaluated.verdict,
    monitorState: {
      ...evaluated.verdict.monitorState,
      baseline: versionOf(evaluated.baseline),
      lastNotified: versionOf(evaluated.lastNotified),
    },
  };
}
