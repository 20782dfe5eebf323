import type { PageCommand } from '../../domain/pages/page-command.ts';
import { type AccountPage, maxCrashesAlone, minCrashesSuspected } from '../../domain/resources/crash.ts';
import { runWithSecretValues } from '../../domain/secrets/known-secrets.ts';
import { addressSecrets } from '../../domain/secrets/mask-address.ts';
import { runPageActivity } from '../../domain/system/activity.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { createSemaphore } from '../../domain/system/semaphore.ts';
import type { PageCrashes } from '../../store/pages/page-crashes.ts';
import { newFetchProgress } from '../fetch-progress.ts';
import type { FetchPage } from '../fetch-request.ts';
import { createFailedPage, type PageError } from '../fetched-page.ts';

/** Dependencies of the crash guard. */
export interface CrashGuardPorts {
  /** Returns the crashes of a page that still count; null for nearly every page. */
  findCrashes(page: AccountPage): PageCrashes | null;
  /** Milliseconds after the last crash of a page during which it is not fetched. */
  keepMs: number;
  clock: Clock;
}

function createCrashError({ alone, lastAt }: PageCrashes, keepMs: number): PageError {
  const until = new Date(lastAt.getTime() + keepMs).toISOString();
  return {
    code: 'document',
    message: `The service crashed ${alone} times while it processed this page, and does not process it again before ${until}. The operator finds the cause in the log of the service.`,
  };
}

/**
 * Creates a wrapper for page fetchers. A page that crashed the process {@link maxCrashesAlone} times fails without
 * contacting its site, and a suspected page is read only while no other suspected page is. Each fetch runs as an
 * activity to which a crash can be attributed.
 */
export function createCrashGuard({ findCrashes, keepMs, clock }: CrashGuardPorts) {
  const oneAtATime = createSemaphore(1);

  return (fetchPage: FetchPage): FetchPage =>
    async (command, request) => {
      const { accountId, signal } = request;
      const { url } = command;
      const crashes = findCrashes({ accountId, url });
      if (crashes !== null && crashes.alone >= maxCrashesAlone) {
        const now = clock.now();
        return createFailedPage(
          newFetchProgress(command, accountId, now),
          createCrashError(crashes, keepMs),
          now,
        );
      }
      const isSuspect = crashes !== null && crashes.together >= minCrashesSuspected;
      const release = isSuspect ? await oneAtATime.acquire(signal) : null;
      try {
        return await runWithSecretValues(
          () => secretsOfPage(command),
          () => runPageActivity(accountId, url, () => fetchPage(command, request)),
        );
      } finally {
        release?.();
      }
    };
}

/** Returns the secret values of a page request: those of its headers and its URL, and the texts that it types. */
function secretsOfPage({ url, headers, steps }: PageCommand): string[] {
  const typedTexts = steps.flatMap(({ type, text }) => (type === 'type' && text !== null ? [text] : []));
  return [...Object.values(headers), ...typedTexts, ...addressSecrets(url)];
}
