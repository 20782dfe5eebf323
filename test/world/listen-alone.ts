import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

const maxAttempts = 20;

/** Listens to a free port of an address; rejects with the error of the system. */
async function listen(server: Server, port: number, address: string): Promise<AddressInfo> {
  server.listen(port, address);
  await once(server, 'listening');
  return server.address() as AddressInfo;
}

/** Keeps a port of the default address from others until `server` is closed. Returns false if somebody has it. */
async function reserve(server: Server, port: number): Promise<boolean> {
  const reservation = createServer().unref();
  try {
    await listen(reservation, port, '127.0.0.1');
  } catch {
    return false;
  }
  server.once('close', () => reservation.close());
  return true;
}

/**
 * Starts to listen to a port that no service on this machine has or gets while the server runs: a service rejects its own
 * ports at every address of its machine, and the system assigns one port at several addresses. Only Linux assigns every
 * address of 127.0.0.0/8; on other systems all servers share the default address.
 */
export async function listenAlone(server: Server, address: string): Promise<AddressInfo> {
  for (let attempt = 1; ; attempt++) {
    let bound: AddressInfo;
    try {
      bound = await listen(server, 0, address);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRNOTAVAIL') throw error;
      return listen(server, 0, '127.0.0.1');
    }
    if (address === '127.0.0.1' || (await reserve(server, bound.port))) return bound;
    if (attempt === maxAttempts) throw new Error(`no port of ${address} is free at 127.0.0.1 too`);
    server.close();
    await once(server, 'close');
  }
}
