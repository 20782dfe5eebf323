import type { Settings } from '../../domain/system/settings.ts';
import { createMailer, type Mailer } from '../../integrations/mail/create-mailer.ts';
import type { AttemptPorts, Mail } from '../../jobs/webhooks/attempt.ts';
import type { DeliveryClaim } from '../../jobs/webhooks/claims.ts';
import type { Check, LastUse } from '../../operations/check.ts';
import type { AppContext, ServiceContext } from '../app-context.ts';

/** Last message to, or test of, the mail server with a URL. */
interface MailUse extends LastUse {
  url: string;
}

/** Last use by the settings of a process. */
const lastUses = new WeakMap<Settings, MailUse>();

function toCheck(url: string, lastUse: MailUse | undefined): Check {
  const { host } = new URL(url);
  if (lastUse?.url !== url)
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
    const lastUse = { url: smtpUrl, fault: await mailer.probe(), at: clock.now() };
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

/** Finds how deliveries to `mailto:` addresses are sent with the present settings, until the stack is disposed. */
export function composeMail(app: ServiceContext, stack: AsyncDisposableStack): AttemptPorts['findMail'] {
  const { settings, clock } = app;
  // Created for the first message, since most services send none.
  let opened: { mailer: Mailer; url: string; from: string } | null = null;
  stack.defer(() => opened?.mailer.close());
  function openMailer(url: string, from: string): Mailer {
    if (opened?.url === url && opened.from === from) return opened.mailer;
    opened?.mailer.close();
    opened = { mailer: createMailer({ url, from }), url, from };
    return opened.mailer;
  }
  return () => {
    const { smtpUrl, mailFrom } = settings;
    if (smtpUrl === null || mailFrom === null) return null;
    return {
      async send(mail, signal) {
        const response = await openMailer(smtpUrl, mailFrom).send(mail, signal);
        // A rejected recipient says nothing about the server.
        const fault = response.isPermanent ? null : response.error;
        lastUses.set(settings, { url: smtpUrl, fault, at: clock.now() });
        return response;
      },
      write: (claim, base) => writeMail(app, claim, base),
    };
  };
}
