import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '../replication/free-ports.ts';
import { findMissingPackages, startProgram, untilFound } from '../replication/programs.ts';
import { createCertificate } from '../world/certificate.ts';
import { parseLetter, type ReceivedLetter } from '../world/mail-sink.ts';

const program = '/usr/sbin/exim4';
const account = { user: 'watcher', password: 'pass/word@1+' };

/** Reason why tests of a real mail server are skipped, or false. */
export const eximMissing =
  process.getuid?.() === 0
    ? findMissingPackages({ 'exim4-daemon-light': program })
    : 'the mail server of a test needs root';

/** Exim of Debian with its own configuration, queue and mailboxes on a port of loopback. */
export interface Exim {
  /** `host:port`. */
  address: string;
  /** URL with the credentials; `credentials` replaces user and password, empty for none. */
  url(options?: { credentials?: string; parameters?: string }): string;
  /** Path of the certificate. */
  certificate: string;
  /** Resolves with the messages in the mailbox of a user of example.com when at least `count` have arrived. */
  arrived(user: string, count: number): Promise<ReceivedLetter[]>;
  /** Returns the main log. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Options of {@link startExim}. */
export interface EximOptions {
  /** False: the server offers no STARTTLS, and accepts passwords without TLS. Default: true. */
  hasTls?: boolean;
  /** True: connections start with TLS (RFC 8314 section 3.3). Default: false. */
  isImplicitTls?: boolean;
}

function configure(
  folder: string,
  port: number,
  { hasTls = true, isImplicitTls = false }: EximOptions,
): string {
  const isProtected = hasTls ? `\${if def:tls_in_cipher}` : 'yes';
  return `
primary_hostname = mail.example.com
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_on_connect_ports = ${isImplicitTls ? port : ''}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/pid
tls_advertise_hosts = ${hasTls ? '*' : ''}
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
host_lookup =
rfc1413_hosts =
keep_environment =
acl_smtp_rcpt = check_recipient

begin acl
check_recipient:
  deny    !authenticated = *
          message = 530 5.7.0 Authentication required
  defer   local_parts = busy
          message = the mailbox is busy
  deny    !local_parts = ann : ben
          message = no such mailbox
  accept  domains = example.com
  deny    message = no relay

begin routers
mailboxes:
  driver = accept
  local_parts = ann : ben
  transport = maildir

begin transports
maildir:
  driver = appendfile
  maildir_format
  create_directory
  directory = ${folder}/mail/$local_part_data
  user = Debian-exim
  group = Debian-exim

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{${account.user}}}{eq{$auth3}{${account.password}}}}}
  server_set_id = $auth2
  server_advertise_condition = ${isProtected}
`;
}

async function readMailbox(folder: string, user: string): Promise<ReceivedLetter[]> {
  const box = join(folder, 'mail', user, 'new');
  const names = await readdir(box).catch(() => []);
  const texts = await Promise.all(names.sort().map((name) => readFile(join(box, name), 'utf8')));
  return texts.map((text) => parseLetter(text.replaceAll('\n', '\r\n'), [`${user}@example.com`]));
}

/** Resolves when the port accepts connections. */
async function connectOnce(port: number): Promise<true> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  return true;
}

/** Starts the server: it accepts mail for ann and ben @example.com from authenticated clients. */
export async function startExim(options: EximOptions = {}): Promise<Exim> {
  const [port = 0] = await findFreePorts(1);
  const folder = await mkdtemp(join(tmpdir(), 'webdata-exim-'));
  const { cert, key } = createCertificate({ names: ['127.0.0.1', 'localhost'] });
  await writeFile(join(folder, 'exim.conf'), configure(folder, port, options));
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  for (const name of ['spool', 'log', 'mail']) await mkdir(join(folder, name));
  const owned = startProgram('/bin/chown', ['-R', 'Debian-exim:Debian-exim', folder], { user: null, folder });
  await owned.ended;
  // Exim refuses a configuration that its user could change.
  const pinned = startProgram('/bin/chown', ['root:root', join(folder, 'exim.conf')], { user: null, folder });
  await pinned.ended;
  await chmod(folder, 0o755);
  const server = startProgram(program, ['-C', join(folder, 'exim.conf'), '-bdf', '-q1h'], {
    user: null,
    folder,
  });
  const log = () => readFile(join(folder, 'log', 'main'), 'utf8').catch(() => '');
  const stop = async () => {
    await server.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilFound(
      () => connectOnce(port),
      () => `Exim never answered: ${server.output()}`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const { user, password } = account;
  return {
    address: `127.0.0.1:${port}`,
    url: ({ credentials = `${user}:${encodeURIComponent(password)}@`, parameters = '' } = {}) =>
      `${options.isImplicitTls ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}${parameters}`,
    certificate: join(folder, 'cert.pem'),
    async arrived(name, count) {
      return untilFound(
        async () => {
          const letters = await readMailbox(folder, name);
          return letters.length >= count ? letters : null;
        },
        () => `${name} never received ${count} messages: ${server.output()}`,
      );
    },
    log,
    stop,
  };
}
