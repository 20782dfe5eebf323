/** Escapes text for the content of HTML elements (WHATWG HTML 13.3, "Escaping a string"). */
export function escapeHtmlText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes text for HTML elements and attributes. */
export function escapeHtml(text: string): string {
  return escapeHtmlText(text).replaceAll('"', '&quot;');
}
