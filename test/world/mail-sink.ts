import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Received e-mail. */
export interface ReceivedLetter {
  to: string[];
  /** Complete message (RFC 5322). */
  raw: string;
  /** Headers by lower-case name, unfolded. */
  headers: Record<string, string>;
  /** Decoded text. */
  text: string;
}

/** SMTP server that accepts every message, or rejects the next ones on request. */
export interface MailSink {
  url: string;
  letters: ReceivedLetter[];
  /** Rejects the next `times` messages temporarily (RFC 5321: 451). */
  refuse(times: number): void;
  /** Resolves with the messages when at least `count` have arrived. */
  arrived(count: number): Promise<ReceivedLetter[]>;
  close(): Promise<void>;
}

function decodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(quotedPrintable(text.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    );
}

function quotedPrintable(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Parses a message with one text part (RFC 5322); lines end with CRLF. */
export function parseLetter(raw: string, to: string[]): ReceivedLetter {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())];
    }),
  );
  const body = raw.slice(end + 4);
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? Buffer.from(quotedPrintable(body), 'latin1').toString('utf8')
        : body;
  return { to, raw, headers, text };
}

/** Starts an SMTP server on a free port. */
export async function startMailSink(): Promise<MailSink> {
  const letters: ReceivedLetter[] = [];
  let waiting: Array<() => void> = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        letters.push(parseLetter(Buffer.concat(chunks).toString('utf8'), to));
        done();
        for (const wake of waiting) wake();
        waiting = [];
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  const sockets = new Set<Socket>();
  listening.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    refuse(times) {
      refusals = times;
    },
    async arrived(count) {
      while (letters.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return letters;
    },
    close: () => {
      // Clients keep their connections open for the next message.
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
