/** What it shows, HTML, and the Markdown it becomes on the page `https://example.com/a/b.html`. */
export type MarkdownFixture = readonly [name: string, html: string, markdown: string];
