/** Maximum number of characters of a source that are sent to a content thread; contains the head of any real page. */
export const maxHeadLength = 300_000;
