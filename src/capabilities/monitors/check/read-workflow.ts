import type { Json } from '../../../domain/pages/extraction.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import {
  type ConfirmedFinding,
  type ConfirmPorts,
  readUntilConfirmed,
  unchangedFinding,
  type WatchRequest,
} from './read-until-confirmed.ts';
import type { Reading } from './read-version.ts';

/** Dependencies for reading the records of a workflow. */
export interface ReadWorkflowPorts extends ConfirmPorts {
  clock: Clock;
  /**
   * Returns the records of the last completed run of a workflow; null if the account has no such workflow, and without a run if
   * none has completed.
   */
  readLastRecords(
    accountId: string,
    workflowId: string,
  ): Promise<{ runId: string | null; records: Json[] } | null>;
}

/** Reads the records of a workflow's last completed run. They are stored, so that no second reading confirms a difference. */
export async function readWorkflowRecords(
  ports: ReadWorkflowPorts,
  workflowId: string,
  request: WatchRequest & { accountId: string },
): Promise<ConfirmedFinding> {
  const { baseline, settings, noise, accountId } = request;
  const last = await ports.readLastRecords(accountId, workflowId);
  if (last?.runId != null && last.runId === baseline?.anchor)
    return { finding: unchangedFinding(baseline), noise };

  async function read(): Promise<Reading> {
    if (last === null)
      return { kind: 'fault', code: 'not_found', message: 'The workflow was deleted.', isWatchMissing: true };
    if (last.runId === null) {
      const message = 'No run of the workflow has completed yet. Run it, or give it a schedule.';
      return { kind: 'fault', code: 'no_run', message, isWatchMissing: false };
    }
    const version = {
      title: null,
      url: null,
      text: null,
      data: last.records,
      anchor: last.runId,
      picture: null,
    };
    return { kind: 'version', version: { at: ports.clock.now(), ...version } };
  }

  return readUntilConfirmed(ports, { ...request, settings: { ...settings, confirm: 0 } }, read);
}
