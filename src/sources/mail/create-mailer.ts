import { createTransport } from 'nodemailer';
import { messageOf } from '../../domain/failure.ts';

/** A message for a person, in plain text. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  /** The same each time that this message is sent, so that a second copy can be told. */
  id: string;
  at: Date;
}

/** What the server said; `error` is null when it took the message. */
export interface MailAnswer {
  /** The SMTP reply code (RFC 5321 section 4.2), or null when there was none. */
  statusCode: number | null;
  answer: string;
  error: string | null;
}

/** Sends messages through the operator's mail server. */
export interface Mailer {
  /** What the server or the network does is a value; rejects only when `signal` aborts. */
  send(message: MailMessage, signal: AbortSignal): Promise<MailAnswer>;
  close(): void;
}

/** How long a connection may take, and a server to answer. */
const connectWithinMs = 8_000;
const answerWithinMs = 10_000;
const longestAnswer = 1_000;

interface SmtpError {
  responseCode?: number;
  response?: string;
}

function hostOf(address: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(address)?.[1] ?? 'localhost';
}

/** Header values are one line, whatever the text came from. */
function line(text: string): string {
  return text.replace(/[\r\n\t\0]+/g, ' ').slice(0, 250);
}

/** A mailer over `smtp://` or `smtps://`, with user and password in the address where the server wants them. */
export function createMailer(options: { url: string; from: string }): Mailer {
  const { url, from } = options;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: answerWithinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async function attempt({ to, subject, text, id, at }: MailMessage): Promise<MailAnswer> {
    try {
      const { response } = await transport.sendMail({
        from,
        // As an object, so that nothing in it is read as a list of addresses.
        to: { name: '', address: to },
        subject: line(subject),
        text,
        messageId: `<${id}@${hostOf(from)}>`,
        date: at,
        headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
      });
      return { statusCode: 250, answer: response.slice(0, longestAnswer), error: null };
    } catch (error) {
      const { responseCode, response } = error as SmtpError;
      const answer = (response ?? '').slice(0, longestAnswer);
      return {
        statusCode: responseCode ?? null,
        answer,
        error: `The mail server did not take it: ${messageOf(error)}`,
      };
    }
  }

  return {
    async send(message, signal) {
      signal.throwIfAborted();
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      return Promise.race([attempt(message), stopped]);
    },
    close: () => transport.close(),
  };
}
