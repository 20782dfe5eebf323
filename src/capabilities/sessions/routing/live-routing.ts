import type { LiveView } from '../../../domain/pages/live-view.ts';
import type { StoredOwner } from '../session-table.ts';
import { routedLivePath, ticketRecipient } from './routed-call.ts';
import { openMessage, sealMessage } from './sealed-message.ts';

/** URL of a live view in another process, and the header value that admits the viewer there. */
export interface RoutedView {
  url: URL;
  ticket: string;
}

/** Routes viewers to the process that holds their session. */
export interface LiveRouting {
  /** Returns the view of a session that another process holds; null if no other process holds it. */
  find(sid: string, token: string): Promise<RoutedView | null>;
  /** Redeems a ticket that another process passes on; null if it is not valid. */
  admitRouted(ticket: string): LiveView | null;
}

/** Dependencies of {@link createLiveRouting}. */
export interface LiveRoutingPorts {
  /** Key of messages between processes. */
  key: Uint8Array;
  /** Id of this process. */
  process: string;
  /** Exchanges a ticket for the live view of a session in this process; null if it is not valid. */
  admit(sid: string, token: string): LiveView | null;
  findOwner(sid: string): Promise<StoredOwner | null>;
}

interface TicketMessage {
  sid: string;
  token: string;
}

/** Creates the routing of viewers. The ticket stays with the process that issued it; it is passed on encrypted. */
export function createLiveRouting({ key, process, admit, findOwner }: LiveRoutingPorts): LiveRouting {
  return {
    async find(sid, token) {
      const owner = await findOwner(sid);
      if (owner === null || owner.address === null) return null;
      const message: TicketMessage = { sid, token };
      const sealed = sealMessage(key, ticketRecipient(owner.process), message);
      return { url: new URL(routedLivePath, owner.address), ticket: sealed.toString('base64url') };
    },
    admitRouted(ticket) {
      const message = openMessage(
        key,
        ticketRecipient(process),
        Buffer.from(ticket, 'base64url'),
      ) as TicketMessage | null;
      return message === null ? null : admit(message.sid, message.token);
    },
  };
}
