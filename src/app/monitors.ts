import { createReservations } from '../account/reservations.ts';
import { readChanges } from '../capabilities/datasets/read-changes.ts';
import { beginCheck } from '../capabilities/monitors/begin-check.ts';
import { createMonitorChecks } from '../capabilities/monitors/check-monitor.ts';
import { mailText } from '../capabilities/monitors/mail-text.ts';
import { monitorOperations } from '../capabilities/monitors/monitors.ts';
import type { FetchPage } from '../fetching/page-fetcher.ts';
import type { BeginTurn } from '../jobs/schedules.ts';
import type { TaskWork } from '../jobs/task-work.ts';
import type { AttemptPorts } from '../jobs/webhooks/attempt.ts';
import type { Operation } from '../operations/operation.ts';
import type { Mailer } from '../sources/mail/create-mailer.ts';
import type { Footing } from './footing.ts';
import { composePictures } from './pictures.ts';

/** Between two readings of a page that differs: long enough for what turns by the second to have turned. */
const recheckPauseMs = 1_000;

/** The operations about monitors. */
export function composeMonitorOperations({ database, clock, settings }: Footing): Operation[] {
  return monitorOperations({
    database,
    clock,
    minIntervalMs: settings.minIntervalMs,
    hasMail: settings.smtpUrl !== null && settings.mailFrom !== null,
    hasDataset: async (accountId, datasetId) =>
      (await readChanges(database, accountId, datasetId, { since: 0, limit: 1 })) !== null,
  });
}

/** How checks are done as work on jobs. */
export function composeMonitorChecks(
  footing: Footing,
  fetchPage: FetchPage,
  stack: AsyncDisposableStack,
): TaskWork {
  const { database, clock, signer } = footing;
  const reservations = createReservations({ database, clock });
  stack.defer(() => reservations.close());
  return createMonitorChecks({
    database,
    clock,
    signer,
    reservations,
    fetchPage,
    recheckPauseMs,
    pictures: composePictures(footing),
    readChanges: (accountId, datasetId, page) => readChanges(database, accountId, datasetId, page),
  });
}

/** How the turn of a monitor begins. */
export const beginMonitorTurn: BeginTurn = async (transaction, { accountId, subjectId }, now) => {
  const begun = await beginCheck(transaction, { accountId, monitorId: subjectId, origin: 'schedule' }, now);
  if (begun === null) return 'gone';
  return begun.isNew ? 'begun' : 'busy';
};

/** How news of monitors is sent to people, until the stack is taken down; undefined where no mail server is set up. */
export function composeMail({ settings }: Footing, stack: AsyncDisposableStack): AttemptPorts['mail'] {
  const { smtpUrl, mailFrom } = settings;
  if (smtpUrl === null || mailFrom === null) return undefined;
  let mailer: Promise<Mailer> | undefined;
  // With the first message, as most services send none.
  const open = async () => {
    const { createMailer } = await import('../sources/mail/create-mailer.ts');
    return createMailer({ url: smtpUrl, from: mailFrom });
  };
  stack.defer(async () => (await mailer)?.close());
  return {
    async send(mail, signal) {
      mailer ??= open();
      return (await mailer).send(mail, signal);
    },
    write: mailText,
  };
}
