/** Returns true if the client names HTML in its Accept header, as browsers do; `*\/*` alone is not enough. */
export function acceptsHtml(accept: string | undefined): boolean {
  return accept?.split(',').some((range) => range.trim().toLowerCase().startsWith('text/html')) ?? false;
}
