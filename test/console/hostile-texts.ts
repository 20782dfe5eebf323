/** Variable of the window that every script of the corpus sets. */
export const ranVariable = 'hostileScriptRan';

const run = `window.${ranVariable}=1`;

/**
 * Texts that run a script, load a resource or change the page if a view treats them as HTML, as an attribute, as a URL, as
 * Markdown with HTML, or as a template. `beacon` is a URL of a site that must not be requested.
 */
export function hostileTexts(beacon: string): string[] {
  return [
    `<script>${run}</script>`,
    `</script><script>${run}</script>`,
    `<script src=${beacon}></script>`,
    `<img src=x onerror=${run}>`,
    `"><img src=x onerror=${run}>`,
    `'><svg/onload=${run}>`,
    `" autofocus onfocus=${run} x="`,
    `' onmouseover='${run}' x='`,
    `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
    `<details open ontoggle=${run}>open</details>`,
    `<iframe srcdoc="<script>parent.${ranVariable}=1</script>"></iframe>`,
    `<iframe src="javascript:parent.${ranVariable}=1"></iframe>`,
    `<object data="javascript:${run}"></object><embed src="${beacon}">`,
    `<a href="javascript:${run}">open</a>`,
    `<a href="jav&#x09;ascript:${run}">open</a>`,
    `<form action="javascript:${run}"><input type=submit autofocus></form>`,
    `<base href="${beacon}/">`,
    `<meta http-equiv="refresh" content="0;url=${beacon}">`,
    `<link rel=stylesheet href="${beacon}/style.css">`,
    `<style>@import "${beacon}/import.css"; body{display:none}</style>`,
    `<math><mtext></p><mglyph><style></math><img src=x onerror=${run}>`,
    `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
    `[open](javascript:${run})`,
    `[open](<javascript:${run}>)`,
    `[open](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
    `![picture](${beacon}/picture.png)`,
    `![picture](x"onerror="${run})`,
    `<javascript:${run}>`,
    `[reference]: javascript:${run}\n[reference]`,
    `\`\`\`</code></pre><img src=x onerror=${run}>`,
    `javascript:${run}`,
    `{{constructor.constructor('${run}')()}}`,
    `\${${run}}`,
    `<%= ${run} %>`,
    `__proto__`,
    `constructor`,
    `\u202Egnp.exe<img src=x onerror=${run}>`,
    `\u0000<script>${run}</script>`,
  ];
}

const escapes: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Writes a text into HTML, so that the text of the page is the hostile text itself. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[<>&"]/g, (letter) => escapes[letter] ?? letter);
}
