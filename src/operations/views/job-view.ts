import type { JobDocument } from '../../domain/resources/job.ts';
import type { AgentText, AnswerView } from '../declaration/answer-view.ts';
import { countOf, warningLines, webWarnings } from './page-text.ts';

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

/** Shows a job. */
export const jobView: AnswerView<JobDocument> = { agentText: jobText };
