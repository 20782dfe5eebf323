import type { Settings } from '../../domain/system/settings.ts';
import { createMailer, type Mailer } from '../../integrations/mail/create-mailer.ts';
import type { AttemptPorts, Mail } from '../../jobs/webhooks/attempt.ts';
import type { DeliveryClaim } from '../../jobs/webhooks/claims.ts';
import type { Check, LastUse } from '../../operations/check.ts';
import type { AppContext, ServiceContext } from '../app-context.ts';

/** Last message to, or test of, the mail server of these settings. */
const lastUses = new WeakMap<Settings, LastUse>();

function toCheck(url: string, lastUse: LastUse | undefined): Check {
  const { host } = new URL(url);
  if (lastUse === undefined)
    return { status: 'not_tested', detail: `${host}, not used yet; the command "doctor" tests it` };
  const { at, fault } = lastUse;
  const testedAt = at.toISOString();
  return fault === null
    ? { status: 'ok', detail: host, tested_at: testedAt }
    : { status: 'unavailable', detail: `${host}: ${fault}`, tested_at: testedAt };
}

/** Health check of the mail server: the outcome of its last use. Contacts no server. */
export async function mailCheck({ settings }: Pick<AppContext, 'settings'>): Promise<Check> {
  const { smtpUrl, mailFrom } = settings;
  if (smtpUrl === null || mailFrom === null) return { status: 'not_configured' };
  return toCheck(smtpUrl, lastUses.get(settings));
}

/** Doctor check of the mail server: connects to it and authenticates. */
export async function mailDoctorCheck({
  settings,
  clock,
}: Pick<AppContext, 'settings' | 'clock'>): Promise<Check> {
  const { smtpUrl, mailFrom } = settings;
  if (smtpUrl === null || mailFrom === null) return { status: 'not_configured' };
  const mailer = createMailer({ url: smtpUrl, from: mailFrom });
  try {
    const lastUse = { fault: await mailer.probe(), at: clock.now() };
    lastUses.set(settings, lastUse);
    return toCheck(smtpUrl, lastUse);
  } finally {
    mailer.close();
  }
}

/** Writes the mail of a delivery as its capability does; otherwise its data. */
function writeMail(
  { capabilities }: ServiceContext,
  claim: DeliveryClaim,
  base: string,
): Pick<Mail, 'subject' | 'text'> {
  for (const { mail } of capabilities) {
    const written = mail?.(claim, base) ?? null;
    if (written !== null) return written;
  }
  return { subject: claim.type, text: JSON.stringify(claim.data, null, 2) };
}

/** Sends deliveries to `mailto:` addresses, until the stack is disposed. Undefined if no mail server is configured. */
export function composeMail(app: ServiceContext, stack: AsyncDisposableStack): AttemptPorts['mail'] {
  const { settings, clock } = app;
  const { smtpUrl, mailFrom } = settings;
  if (smtpUrl === null || mailFrom === null) return undefined;
  // Created for the first message, since most services send none.
  let mailer: Mailer | undefined;
  stack.defer(() => mailer?.close());
  return {
    async send(mail, signal) {
      mailer ??= createMailer({ url: smtpUrl, from: mailFrom });
      const response = await mailer.send(mail, signal);
      // A rejected recipient says nothing about the server.
      const fault = response.isPermanent ? null : response.error;
      lastUses.set(settings, { fault, at: clock.now() });
      return response;
    },
    write: (claim, base) => writeMail(app, claim, base),
  };
}
