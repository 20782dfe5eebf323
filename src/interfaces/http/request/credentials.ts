/** Returns the credentials of a request: what follows the scheme of `Authorization`, and the values of its cookies. */
export function credentialsOf(headers: Headers): string[] {
  const authorization = (headers.get('authorization') ?? '').replace(/^[\w-]+ +/, '');
  const cookies = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  return [authorization, ...cookies].filter((value) => value !== '');
}
