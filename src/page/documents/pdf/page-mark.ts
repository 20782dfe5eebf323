/** Noncharacter around the number of a page in the paragraph that marks its start, until the formats are written. */
export const pageMark = '\uFDD6';
