import { z } from 'zod';
import type { JobDocument } from '../../../domain/resources/job.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { jobKind } from '../../../jobs/records/job-kind.ts';
import {
  createFileAnswer,
  type FixedFile,
  type OpenContent,
} from '../../../operations/declaration/file-answer.ts';
import { defineOperation, freeOutcome, type Operation } from '../../../operations/declaration/operation.ts';
import type { JobExportRequest } from './export-job.ts';
import { jobExportFormats } from './exported-pages.ts';

/** Dependencies of {@link exportJobOperation}. */
export interface ExportJobPorts {
  findJob(accountId: string, jobId: string): Promise<JobDocument | null>;
  exportJob(request: JobExportRequest, now: Date, signal: AbortSignal): Promise<FixedFile>;
  openContent: OpenContent;
  clock: Clock;
}

/** Returns the pages of a job as one file. */
export function exportJobOperation(ports: ExportJobPorts): Operation {
  return defineOperation({
    name: 'export_job',
    title: 'Export the pages of a job',
    description:
      'Returns the delivered pages of a crawl or a batch as one file: `ndjson` (one result a line), `zip` (one Markdown file a page with front matter, in the folders of the site), `csv`, `json`, `xlsx` or `parquet` (one row a page), or `warc` (WARC 1.1 with request and response records where `raw_html` was requested, conversion records otherwise). After the end of a job over a list, the pages are in the order of the list. The file is written once and contains the pages of one moment; it supports ranges, so that a download can be resumed.',
    price: 'free',
    method: 'GET',
    path: '/v1/jobs/{jid}/export',
    scope: 'read',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    responseStream: 'bytes',
    errors: ['conflict', 'too_large'],
    input: {
      path: z.strictObject({ jid: z.string().min(1).max(100).describe('Identifier of the job.') }),
      query: z.strictObject({
        format: z.enum(jobExportFormats).default('ndjson').describe('Format of the file.'),
        pages: z.coerce
          .number()
          .int()
          .min(0)
          .max(1_000_000)
          .optional()
          .describe(
            'Number of pages. Default: all that are delivered. Set it to resume the download of a running job.',
          ),
      }),
    },
    toCommand: ({ path, query }) => ({ jobId: path.jid, ...query }),
    output: z.unknown().describe('Bytes of the file.'),
    example: { path: { jid: 'job_0123456789' }, query: { format: 'zip' } },
    run: async ({ jobId, format, pages }, { principal: { accountId }, baseUrl, signal }) => {
      const job = await ports.findJob(accountId, jobId);
      if (job === null) throw missingResource(jobKind);
      const request = { accountId, job, format, pages: pages ?? null, baseUrl };
      const file = await ports.exportJob(request, ports.clock.now(), signal);
      return { ...freeOutcome<never>(null as never), answer: createFileAnswer(file, ports.openContent) };
    },
  });
}
