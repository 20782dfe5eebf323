import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../replication/programs.ts';
import { createCertificate } from '../world/certificate.ts';
import { proxiedHost, readDeployed, type TlsProxy, type TlsProxyOptions } from './tls-proxy.ts';

export const nginxProgram = '/usr/sbin/nginx';

/** Starts nginx with `deploy/nginx.conf`, included like a file of `/etc/nginx/conf.d`. */
export async function startNginx(options: TlsProxyOptions): Promise<TlsProxy> {
  const { folder, servicePort, httpsPort, httpPort } = options;
  const { cert, key } = createCertificate({ names: [proxiedHost] });
  const at = (name: string) => join(folder, name);
  await writeFile(at('cert.pem'), cert);
  await writeFile(at('key.pem'), key, { mode: 0o600 });
  const site = await readDeployed('nginx.conf', [
    ['/etc/ssl/webdata/fullchain.pem', at('cert.pem')],
    ['/etc/ssl/webdata/privkey.pem', at('key.pem')],
    ['listen 443 ', `listen 127.0.0.1:${httpsPort} `],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 80 ', `listen 127.0.0.1:${httpPort} `],
    ['127.0.0.1:8787', `127.0.0.1:${servicePort}`],
  ]);
  await writeFile(at('site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${at('pid')};`,
    `error_log ${at('error.log')} warn;`,
    'daemon off;',
    'events {}',
    'http {',
    '  access_log off;',
    ...temporary.map((name) => `  ${name}_temp_path ${at(name)};`),
    `  include ${at('site.conf')};`,
    '}',
  ];
  await writeFile(at('nginx.conf'), `${main.join('\n')}\n`);
  const program = startProgram(nginxProgram, ['-p', folder, '-e', at('error.log'), '-c', at('nginx.conf')], {
    user: null,
    folder,
  });
  return { authority: cert, output: program.output, stop: () => program.end('SIGTERM') };
}
