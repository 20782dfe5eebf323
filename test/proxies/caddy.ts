import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram, untilFound } from '../replication/programs.ts';
import { readDeployed, type TlsProxy, type TlsProxyOptions } from './tls-proxy.ts';

export const caddyProgram = '/usr/bin/caddy';

/** Starts Caddy with `deploy/Caddyfile`, imported by a file that sets the ports and a certificate authority of its own. */
export async function startCaddy(options: TlsProxyOptions): Promise<TlsProxy> {
  const { folder, servicePort, httpsPort, httpPort } = options;
  const at = (name: string) => join(folder, name);
  const site = await readDeployed('Caddyfile', [['127.0.0.1:8787', `127.0.0.1:${servicePort}`]]);
  await writeFile(at('site'), site);
  const main = [
    '{',
    '\tadmin off',
    '\tlocal_certs',
    '\tskip_install_trust',
    `\thttps_port ${httpsPort}`,
    `\thttp_port ${httpPort}`,
    '\tdefault_bind 127.0.0.1',
    `\tstorage file_system ${at('storage')}`,
    '}',
    `import ${at('site')}`,
  ];
  await writeFile(at('Caddyfile'), `${main.join('\n')}\n`);
  const program = startProgram(caddyProgram, ['run', '--config', at('Caddyfile'), '--adapter', 'caddyfile'], {
    user: null,
    folder,
    environment: { XDG_DATA_HOME: at('data'), XDG_CONFIG_HOME: at('config') },
  });
  const root = at('storage/pki/authorities/local/root.crt');
  try {
    const authority = await untilFound(() => readFile(root, 'utf8'), program.output);
    return { authority, output: program.output, stop: () => program.end('SIGTERM') };
  } catch (error) {
    await program.end('SIGKILL');
    throw error;
  }
}
