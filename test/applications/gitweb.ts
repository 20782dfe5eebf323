import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Application, exists, run } from './php-application.ts';

const program = '/usr/share/gitweb/gitweb.cgi';

/** A commit of a repository that gitweb shows. */
export interface Commit {
  subject: string;
  author: string;
  /** Seconds since 1970. */
  time: number;
  /** Contents by path; one file with the subject if there are none. */
  files?: Readonly<Record<string, string>>;
}

/** A running gitweb whose repositories can be changed. */
export interface Gitweb extends Application {
  /** Adds a commit to the branch `main` of a repository such as `boats`, which is created if it does not exist. */
  commit(repository: string, commit: Commit): Promise<void>;
}

/** Returns true if git with gitweb, and the Perl module CGI, are installed. */
export async function hasGitweb(): Promise<boolean> {
  if (!(await exists(program))) return false;
  return run('perl', ['-MCGI', '-e', '1']).then(
    () => true,
    () => false,
  );
}

const dataOf = (text: string) => `data ${Buffer.byteLength(text)}\n${text}`;

/** Returns the commits as a stream for `git fast-import`. `parent` is the first one's: a reference, or null. */
function importStream(commits: readonly Commit[], parent: string | null): string {
  return commits
    .map(({ subject, author, time, files }, at) => {
      const person = `${author} <${author.toLowerCase().replace(/\W+/g, '.')}@quay.example> ${time} +0000`;
      const changes = Object.entries(files ?? { [`file-${at}.txt`]: `${subject}\n` });
      const from = at === 0 && parent !== null ? `from ${parent}\n` : '';
      return `commit refs/heads/main\nauthor ${person}\ncommitter ${person}\n${dataOf(`${subject}\n`)}${from}${changes
        .map(([path, content]) => `M 100644 inline ${path}\n${dataOf(content)}\n`)
        .join('')}\n`;
    })
    .join('');
}

function runWithInput(command: string, args: readonly string[], cwd: string, input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['pipe', 'ignore', 'ignore'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`)),
    );
    child.stdin.end(input);
  });
}

/** Answers a request with the output of the CGI program. */
function answerWithProgram(settings: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn('perl', [program], {
    env: {
      ...process.env,
      GITWEB_CONFIG: settings,
      GATEWAY_INTERFACE: 'CGI/1.1',
      REQUEST_METHOD: 'GET',
      QUERY_STRING: url.search.slice(1),
      SCRIPT_NAME: '/',
      HTTP_HOST: request.headers.host ?? '',
      SERVER_NAME: 'localhost',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.once('close', () => {
    const output = Buffer.concat(parts).toString();
    const end = /\r?\n\r?\n/.exec(output);
    const head = output.slice(0, end?.index ?? 0);
    const status = Number(/^Status: (\d{3})/m.exec(head)?.[1] ?? 200);
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(end === null ? '' : output.slice(end.index + end[0].length));
  });
}

/** Adds commits to a repository in the folder; creates the repository if it is not there. */
async function importCommits(folder: string, name: string, commits: readonly Commit[]): Promise<void> {
  const repository = join(folder, `${name}.git`);
  const isNew = !(await exists(repository));
  if (isNew) await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository]);
  const parent = isNew ? null : 'refs/heads/main^0';
  await runWithInput('git', ['fast-import', '--quiet'], repository, importStream(commits, parent));
}

/** Serves gitweb of the Debian package git on a loopback address, with one repository `boats.git`. */
export async function startGitweb(address: string, commits: readonly Commit[]): Promise<Gitweb> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-application-'));
  await importCommits(folder, 'boats', commits);
  const settings = join(folder, 'gitweb.conf');
  await writeFile(settings, `our $projectroot = '${folder}';\nour @stylesheets = ();\n1;\n`);
  const server = createServer((request, response) => answerWithProgram(settings, request, response));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  const origin = `http://${address}:${bound.port}`;
  return {
    origin,
    folder,
    url: (path) => `${origin}${path}`,
    commit: (repository, commit) => importCommits(folder, repository, [commit]),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
