import type { WorkflowStep } from '../../../domain/resources/workflow.ts';
import type { ValidationError } from '../../../domain/system/failure.ts';
import type { Target, TargetCheck } from '../../../fetching/target-check.ts';
import type { NewWorkflow } from '../workflow-request.ts';
import { nestedStepFields } from './step-types.ts';

/** Matches scheme, host and port of a URL. Variables after them only select a page of the site. */
const originPattern = /^[^/?#\\]*(?:[/\\]{2,}[^/?#\\]*)?/;

/** A URL in a step. */
interface StepUrl {
  pointer: string;
  /**
   * The URL with variables replaced by a letter; null when scheme, host or port contain variables, which only a run can
   * resolve.
   */
  url: string | null;
}

function literalUrl(text: string): string | null {
  const origin = originPattern.exec(text.trim())?.[0] ?? '';
  const isOtherScheme = /^[a-z][a-z\d+.-]*:/i.test(origin) && !/^https?:/i.test(origin);
  if (origin.includes('{{') && !isOtherScheme) return null;
  return text.replaceAll(/\{\{[^{}]*\}\}/g, 'x');
}

/** Returns the URLs that steps open, including nested steps. */
function stepUrls(steps: readonly WorkflowStep[], pointer: string): StepUrl[] {
  return steps.flatMap((step, index) => {
    const stepPointer = `${pointer}/${index}`;
    const ownUrls =
      step.url === undefined ? [] : [{ pointer: `${stepPointer}/url`, url: literalUrl(step.url) }];
    const nestedUrls = nestedStepFields.flatMap((field) =>
      stepUrls(step[field] ?? [], `${stepPointer}/${field}`),
    );
    return [...ownUrls, ...nestedUrls];
  });
}

/**
 * Returns the validation errors of the URLs and the login of a workflow. A login must belong to the site of one of the
 * URLs; if a URL consists of variables, any login of the account is valid.
 */
export async function targetErrors(
  check: Pick<TargetCheck, 'addressErrors' | 'loginErrors'>,
  { steps, webhook, login: loginId }: NewWorkflow,
  accountId: string,
): Promise<ValidationError[]> {
  const stepTargets = stepUrls(steps, '/steps');
  const literalTargets = stepTargets.flatMap(({ pointer, url }): Target[] =>
    url === null ? [] : [{ pointer, url }],
  );
  const webhookTargets = webhook === null ? [] : [{ pointer: '/webhook', url: webhook }];
  const errors = await check.addressErrors([...literalTargets, ...webhookTargets]);
  if (loginId === null) return errors;
  const urls = literalTargets.length < stepTargets.length ? [] : literalTargets.map(({ url }) => url);
  return [...errors, ...(await check.loginErrors({ pointer: '/login', accountId, loginId, urls }))];
}
