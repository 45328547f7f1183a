import { type ComponentProps, useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { isPlainClick } from "./is-plain-click.ts";

/**
 * A link for pages with many: an anchor, because the router's `Link` needs a dozen hooks. `to` is a path from the root.
 * `usePlainLinks` makes the router follow it.
 */
export function PlainLink({ to, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  return <a {...rest} href={to} data-link="" />;
}

/** Makes the router follow all `PlainLink`s; with a view transition if `prepareTransition` returns true. */
export function usePlainLinks(prepareTransition: (link: HTMLAnchorElement) => boolean): void {
  const navigate = useNavigate();
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest("a[data-link]");
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    const { pathname, search, hash, href } = link;
    void navigate(
      { pathname, search, hash },
      { replace: href === location.href, viewTransition: prepareTransition(link) },
    );
  });
  useEffect(() => {
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, []);
}
