import { addressSecrets } from '../../domain/secrets/mask-address.ts';
import { createSecretFilter } from '../../domain/secrets/secret-filter.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import { loadOnDemand } from '../../domain/system/load-on-demand.ts';

/** Plain-text message to a person. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  /** Same value for each delivery of this message, so that the recipient can detect duplicates. */
  id: string;
  at: Date;
}

/** Response of the mail server; `error` is null if it accepted the message. */
export interface MailResponse {
  /** SMTP reply code (RFC 5321 section 4.2), or null if there was none. */
  statusCode: number | null;
  answer: string;
  error: string | null;
  /** True if the server rejects this recipient or message for good (RFC 5321 section 4.2.1: 5yz), so that a retry is useless. */
  isPermanent: boolean;
}

/** Sends messages through the operator's mail server. */
export interface Mailer {
  /** Errors of the server or the network are values; rejects only when `signal` aborts. */
  send(message: MailMessage, signal: AbortSignal): Promise<MailResponse>;
  /** Connects to the server and authenticates; returns the error, or null. */
  probe(): Promise<string | null>;
  close(): void;
}

/** Timeouts of the connection and of each response. */
const connectTimeoutMs = 8_000;
const responseTimeoutMs = 10_000;
const maxResponseLength = 1_000;

/** Rejections that a change of the settings resolves: authentication is required or failed (RFC 4954 section 6). */
const loginStatuses = new Set([530, 534, 535, 538]);
/** Commands whose rejection concerns the recipient or the message, and not the connection, the login or the sender. */
const messageCommands = new Set(['RCPT TO', 'DATA']);

interface SmtpError {
  responseCode?: number;
  response?: string;
  /** SMTP command that failed. */
  command?: string;
}

function isPermanentRejection({ responseCode = 0, command = '' }: SmtpError): boolean {
  return responseCode >= 500 && !loginStatuses.has(responseCode) && messageCommands.has(command);
}

function parseHost(address: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(address)?.[1] ?? 'localhost';
}

/** Returns a header value in one line, which prevents header injection. */
function singleLine(text: string): string {
  return text.replace(/[\r\n\t\0]+/g, ' ').slice(0, 250);
}

/**
 * Creates a mailer over `smtp://` or `smtps://`; user and password are in the URL if the server requires them. A password
 * is sent only over TLS, unless the URL has the parameter `requireTLS=false`.
 */
export function createMailer(options: { url: string; from: string }): Mailer {
  const { url, from } = options;
  // Mail servers echo the commands that they reject.
  const secrets = createSecretFilter(addressSecrets(url));
  const transport = loadOnDemand('nodemailer').createTransport({
    url,
    // Otherwise an attacker on the network could remove STARTTLS from the response of the server and read the password.
    requireTLS: new URL(url).password !== '',
    pool: true,
    maxConnections: 2,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: responseTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async function sendMessage({ to, subject, text, id, at }: MailMessage): Promise<MailResponse> {
    try {
      const { response } = await transport.sendMail({
        from,
        // An object prevents the address from being parsed as a list of addresses.
        to: { name: '', address: to },
        subject: singleLine(subject),
        text,
        messageId: `<${id}@${parseHost(from)}>`,
        date: at,
        headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
      });
      return {
        statusCode: 250,
        answer: secrets.mask(response).slice(0, maxResponseLength),
        error: null,
        isPermanent: false,
      };
    } catch (error) {
      const smtpError = error as SmtpError;
      const { responseCode, response } = smtpError;
      const answer = secrets.mask(response ?? '').slice(0, maxResponseLength);
      return {
        statusCode: responseCode ?? null,
        answer,
        error: `The mail server did not accept the message: ${secrets.mask(errorMessage(error))}`,
        isPermanent: isPermanentRejection(smtpError),
      };
    }
  }

  return {
    async probe() {
      try {
        await transport.verify();
        return null;
      } catch (error) {
        return secrets.mask(errorMessage(error));
      }
    },
    async send(message, signal) {
      signal.throwIfAborted();
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      return Promise.race([sendMessage(message), stopped]);
    },
    close: () => transport.close(),
  };
}
