import type { ComponentChildren } from 'preact';

/** A link to a page of the web in a new window. An address of another scheme, which others may have written, is text only. */
export function WebLink(props: {
  href: string;
  class?: string;
  title?: string;
  children: ComponentChildren;
}) {
  const { href, title, children } = props;
  if (!/^https?:\/\//i.test(href))
    return (
      <span class={props.class} title={title}>
        {children}
      </span>
    );
  return (
    <a class={props.class} href={href} title={title} target="_blank" rel="noreferrer nofollow">
      {children}
    </a>
  );
}
