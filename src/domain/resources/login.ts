/** Operations that can use a saved login of the site without being asked to. Part of the API. */
export const loginUses = ['scrape', 'crawl', 'map', 'monitors', 'datasets'] as const;

/** One of {@link loginUses}. */
export type LoginUse = (typeof loginUses)[number];

/** In place of the id of a login: no login is used, also if one is set for this use. Part of the API. */
export const noLogin = 'none';

/** Statuses of the last renewal of a login: those of its run. Part of the API. */
export const renewalStatuses = ['running', 'completed', 'needs_input', 'failed', 'cancelled'] as const;

/** One of {@link renewalStatuses}. */
export type RenewalStatus = (typeof renewalStatuses)[number];
