import { type PageErrorCode, type PageErrorStatus, pageErrorCodes } from '../../domain/pages/outcome.ts';
import { type FailureKind, failureKinds } from '../../domain/system/failure.ts';
import { problems } from '../http/response/problem.ts';
import { pageErrors } from './page-errors.ts';
import { type ErrorEntry, requestErrors } from './request-errors.ts';

/** Section of the error reference about one code. */
export interface ErrorSection extends ErrorEntry {
  /** Fragment of its URL: the code of a request, or `page-` and the code of a page. */
  anchor: string;
  code: string;
  /** HTTP status of a request, or status of a page. */
  status: string;
}

function requestSection(code: FailureKind): ErrorSection {
  const { status, title } = problems[code];
  return { anchor: code, code, status: `HTTP ${status} ${title}`, ...requestErrors[code] };
}

/** Sections about the errors of requests, in the order of their HTTP statuses. */
export const requestErrorSections: readonly ErrorSection[] = failureKinds.map(requestSection);

/** Sections about the errors of pages, by status. */
export const pageErrorSections: readonly ErrorSection[] = (
  Object.keys(pageErrorCodes) as PageErrorStatus[]
).flatMap((status) =>
  pageErrorCodes[status].map((code: PageErrorCode) => ({
    anchor: `page-${code}`,
    code,
    status: `\`status\`: \`${status}\``,
    ...pageErrors[code],
  })),
);
