import { createEmail } from '../../capabilities/monitors/notify/email-text.ts';
import type { Settings } from '../../domain/system/settings.ts';
import type { Mailer } from '../../integrations/mail/create-mailer.ts';
import type { AttemptPorts } from '../../jobs/webhooks/attempt.ts';
import type { Check } from '../../operations/check.ts';
import type { AppContext } from '../app-context.ts';

/** Time for which the result of a connection to the mail server is reported again. */
const probeTtlMs = 60_000;
const probes = new WeakMap<Settings, { at: number; check: Promise<Check> }>();

async function probeServer(url: string, from: string): Promise<Check> {
  const { createMailer } = await import('../../integrations/mail/create-mailer.ts');
  const mailer = createMailer({ url, from });
  try {
    const error = await mailer.probe();
    const { host } = new URL(url);
    return error === null
      ? { status: 'ok', detail: host }
      : { status: 'unavailable', detail: `${host}: ${error}` };
  } finally {
    mailer.close();
  }
}

/** Connects to the mail server, at most once a minute. */
export async function mailCheck({ settings }: Pick<AppContext, 'settings'>): Promise<Check> {
  const { smtpUrl, mailFrom } = settings;
  if (smtpUrl === null || mailFrom === null) return { status: 'not_configured' };
  const known = probes.get(settings);
  const now = performance.now();
  if (known !== undefined && now - known.at < probeTtlMs) return known.check;
  const check = probeServer(smtpUrl, mailFrom);
  probes.set(settings, { at: now, check });
  return check;
}

/** Sends the notifications of monitors by mail, until the stack is disposed. Undefined if no mail server is configured. */
export function composeMail({ settings }: AppContext, stack: AsyncDisposableStack): AttemptPorts['mail'] {
  const { smtpUrl, mailFrom } = settings;
  if (smtpUrl === null || mailFrom === null) return undefined;
  let mailer: Promise<Mailer> | undefined;
  // Opened for the first message, since most services send none.
  const open = async () => {
    const { createMailer } = await import('../../integrations/mail/create-mailer.ts');
    return createMailer({ url: smtpUrl, from: mailFrom });
  };
  stack.defer(async () => (await mailer)?.close());
  return {
    async send(mail, signal) {
      mailer ??= open();
      return (await mailer).send(mail, signal);
    },
    write: createEmail,
  };
}
