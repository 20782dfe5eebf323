import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Server that accepts no connection: connecting times out. */
export interface DeadServer {
  url: string;
  stop(): void;
}

const program = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
  process.stdout.write(String(this.address().port));
});`;
/** More than its queue holds. */
const waiting = 8;

/** Starts a process that listens and is stopped, with a full queue: on Linux, new connections then time out. */
export async function startDeadServer(): Promise<DeadServer> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(text.toString());
  child.kill('SIGSTOP');
  const sockets: Socket[] = Array.from({ length: waiting }, () =>
    connect(port, '127.0.0.1').on('error', () => {}),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}
