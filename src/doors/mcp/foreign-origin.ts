import { Failure } from '../../domain/failure.ts';

/** Refuses what a page of another site sent (MCP specification, "Transports", security warning). */
export function refuseForeignOrigin(origin: string | null, baseUrl: string): void {
  if (origin !== null && origin !== new URL(baseUrl).origin) {
    throw new Failure('forbidden', `requests from pages of ${origin.slice(0, 200)} are not served`);
  }
}
