/** Removes the trailing slashes of a URL or path. */
export function removeTrailingSlashes(address: string): string {
  let end = address.length;
  while (end > 0 && address.charAt(end - 1) === '/') end -= 1;
  return address.slice(0, end);
}
