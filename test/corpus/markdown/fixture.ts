/** Name, HTML, and its Markdown on the page `https://example.com/a/b.html`. */
export type MarkdownFixture = readonly [name: string, html: string, markdown: string];
