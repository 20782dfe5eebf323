/** Form of page numbers and ranges, such as `3`, `3-7` or `1,3-7,12-`: at most 100, each up to 999999. */
export const pagesPattern =
  /^[1-9]\d{0,5}(?:-(?:[1-9]\d{0,5})?)?(?:,[1-9]\d{0,5}(?:-(?:[1-9]\d{0,5})?)?){0,99}$/;
