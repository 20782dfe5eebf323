/** Permissions of a key; `operator` is for the person who runs the service (docs/api/conventions.md#authentication). */
export const scopes = ['read', 'write', 'admin', 'operator'] as const;

/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** The authenticated account and key of a request. */
export interface Principal {
  accountId: string;
  keyId: string;
  scopes: readonly Scope[];
  /** Limits of the key, within those of its account; null means no further limit. */
  limits?: { requestsPerMinute: number | null; concurrent: number | null };
}

/** Interface that a request came through. */
export const origins = ['http', 'mcp', 'cli', 'v2', 'job', 'schedule'] as const;

/** One of {@link origins}. */
export type Origin = (typeof origins)[number];

/** Credits of an account; `available` can be reserved. */
export interface Credits {
  plan: number;
  top_up: number;
  reserved: number;
  available: number;
}

/** Credits held for work that has started. */
export interface Reservation {
  reservationId: string;
  accountId: string;
  credits: number;
  expiresAt: Date;
}
