import { createEmail } from '../../capabilities/monitors/notify/email-text.ts';
import type { Mailer } from '../../integrations/mail/create-mailer.ts';
import type { AttemptPorts } from '../../jobs/webhooks/attempt.ts';
import type { AppContext } from '../app-context.ts';

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
