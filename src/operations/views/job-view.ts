import { isPageJob, type JobDocument } from '../../domain/resources/job.ts';
import type { AgentText, AnswerView, NextCall } from '../declaration/answer-view.ts';
import { countOf, warningLines, webWarnings } from './page-text.ts';
import { factLines, minute } from './terminal-text.ts';

/** One line about a job. */
export function jobLine(job: JobDocument): string {
  const { done, discovered, ok } = job.progress;
  const of = typeof job.params.url === 'string' ? ` of ${job.params.url}` : '';
  return `${job.type} ${job.jid}${of}: ${job.status}${job.paused ? ', paused' : ''}; ${countOf(done, 'page')} delivered (${ok} ok) of ${discovered} URLs found; ${countOf(job.credits.charged, 'credit')} charged`;
}

function nextAction({ status, paused }: JobDocument): string {
  if (paused) return 'resume';
  return status === 'queued' || status === 'running' ? 'follow' : 'results';
}

function jobText(job: JobDocument): AgentText {
  const lines = [jobLine(job)];
  if (job.error !== null) lines.push(`error ${job.error.code}: ${job.error.message}`);
  if (job.waiting !== null) lines.push(`waiting: ${job.waiting.message}`);
  lines.push(...warningLines(job.warnings));
  return {
    essence: lines.join('\n'),
    untrusted: webWarnings(job.warnings).join('\n') || null,
    continuation: () => ({ tool: 'job', args: { action: nextAction(job), jid: job.jid } }),
  };
}

function hasEnded({ status }: JobDocument): boolean {
  return status !== 'queued' && status !== 'running';
}

/** Describes a job on a terminal: what it does, how far it is, and what holds it up. */
function jobSummary(job: JobDocument): string {
  const { type, jid, status, paused, progress, credits, error, waiting, webhook, params, skipped } = job;
  const { done, discovered, ok } = progress;
  const left = Object.entries(skipped).map(([reason, count]) => `${reason} ${count}`);
  const messages = webhook === null ? '' : `; ${webhook.delivered} delivered, ${webhook.failed} failed`;
  const [time, at] = hasEnded(job)
    ? ['finished', job.finished_at]
    : [job.started_at === null ? 'created' : 'started', job.started_at ?? job.created_at];
  return factLines({
    job: `${jid} (${type})`,
    url: typeof params.url === 'string' ? params.url : null,
    status: paused ? `${status}, paused` : status,
    progress: isPageJob(type)
      ? `${countOf(done, 'page')} delivered (${ok} ok) of ${discovered} URLs found`
      : null,
    'left out': left.length === 0 ? null : left.join(', '),
    credits: `${credits.charged} charged, ${credits.reserved} reserved`,
    [time ?? 'finished']: at === null || at === undefined ? null : minute(at),
    error: error === null ? null : `${error.code}: ${error.message}`,
    waiting: waiting?.message ?? null,
    webhook: webhook === null ? null : `${webhook.url}${messages}`,
    warnings: job.warnings.map(({ code, message }) => `${code}: ${message}`).join(' ') || null,
  }).join('\n');
}

function nextCallsOf(job: JobDocument): NextCall[] {
  const { jid, type, paused } = job;
  const act = (label: string, action: string): NextCall => ({
    label,
    operation: 'act_on_job',
    fields: { jid, action },
  });
  if (hasEnded(job))
    return [
      { label: isPageJob(type) ? 'read them' : 'read it', operation: 'get_job_results', fields: { jid } },
    ];
  const follow: NextCall = { label: 'follow it', operation: 'follow_job', fields: { jid } };
  return [paused ? act('resume it', 'resume') : follow, act('cancel it', 'cancel')];
}

/** Shows a job. */
export const jobView: AnswerView<JobDocument> = {
  agentText: jobText,
  cliSummary: jobSummary,
  nextCalls: nextCallsOf,
};
