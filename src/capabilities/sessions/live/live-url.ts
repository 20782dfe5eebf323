/** Returns the WebSocket URL of a session's live view; the token opens it once. */
export function liveUrl(baseUrl: string, sid: string, token: string): string {
  return `${baseUrl.replace(/^http/, 'ws')}/v1/browser/${sid}/live?token=${token}`;
}
