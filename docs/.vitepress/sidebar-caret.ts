/** Attributes that make the arrow of a group of the sidebar a button. */
const caretAttributes =
  /(class="caret")\s+role="button"\s+aria-label="toggle section"([^>]*?)\s+tabindex="0"/;

/**
 * Changes the component of the sidebar: the heading of a group is already a button, and a button in it is not accessible.
 * Throws if another version of VitePress has another component.
 */
export const fixSidebarCaret = {
  name: 'webdata-sidebar-caret',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | null {
    if (!id.endsWith('/VPSidebarItem.vue')) return null;
    if (!caretAttributes.test(code)) throw new Error(`${id} has another arrow than expected`);
    return code.replace(caretAttributes, '$1 aria-hidden="true"$2');
  },
};
