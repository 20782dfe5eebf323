/** What a key may do; `operator` is for whoever runs the service (api.md section 2). */
export const scopes = ['read', 'write', 'admin', 'operator'] as const;

/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** Who is asking: the account and the key that proved it. */
export interface Principal {
  accountId: string;
  keyId: string;
  scopes: readonly Scope[];
  /** Bounds of the key's own, within those of its account; null means no other. */
  limits?: { requestsPerMinute: number | null; concurrent: number | null };
}

/** The door that a request came through. */
export type Origin = 'http' | 'mcp' | 'cli' | 'v2' | 'job' | 'schedule';

/** Where credits stand; `available` is what a new reservation may take. */
export interface Credits {
  plan: number;
  top_up: number;
  reserved: number;
  available: number;
}

/** A limit on how much an account holds in reserve for work under way. */
export interface Reservation {
  reservationId: string;
  accountId: string;
  credits: number;
  expiresAt: Date;
}
