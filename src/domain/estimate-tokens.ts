/** Characters a token has in texts of Latin letters, and in scripts where a character says more. */
const plainPerToken = 4;
const otherPerToken = 1.5;

/** About how many tokens a text has, for endpoints that do not say and for budgets before anything is sent. */
export function estimateTokens(text: string): number {
  let plain = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x250) plain += 1;
  return Math.ceil(plain / plainPerToken + (text.length - plain) / otherPerToken);
}
