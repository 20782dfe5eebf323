import type { Sessions } from '../../capabilities/sessions/lifecycle/create-sessions.ts';
import { closeAbandonedSessions } from '../../capabilities/sessions/lifecycle/sweep-sessions.ts';
import { routedLivePath } from '../../capabilities/sessions/routing/routed-call.ts';
import type { UpgradeHandler } from '../../interfaces/http/listener.ts';
import { createLiveSocket } from '../../interfaces/http/live-socket.ts';
import { createUpgradeBaseUrl } from '../../interfaces/http/request/base-url.ts';
import type { AppContext } from '../app-context.ts';
import { composeSourceCheck } from '../operations/source-check.ts';

/** Closes the sessions of a process that was killed, if no other process can hold one. */
export async function closeSessionsOfKilledProcess({ database, settings, clock }: AppContext): Promise<void> {
  if (settings.databaseUrl === null) await closeAbandonedSessions(database, clock.now());
}

/** Serves the live view of sessions over WebSocket. */
export function composeLiveView(
  { settings }: AppContext,
  { admit, liveRouting }: Pick<Sessions, 'admit' | 'liveRouting'>,
  ownUrl: () => string,
  stopping: AbortSignal,
): UpgradeHandler {
  return createLiveSocket({
    redeemTicket: admit,
    findRoutedView: liveRouting.find,
    redeemRoutedTicket: liveRouting.admitRouted,
    routedPath: routedLivePath,
    baseUrl: createUpgradeBaseUrl(settings.baseUrl, settings.trustedProxies, ownUrl),
    checkSource: composeSourceCheck(settings),
    stopping,
  });
}
