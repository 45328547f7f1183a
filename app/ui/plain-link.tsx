import { type ComponentProps, useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { isPlainClick } from "./is-plain-click.ts";

/**
 * A link within the app of which a page has many: an anchor, where the router's `Link` resolves its address and listens to
 * clicks by a dozen hooks. `to` is a path from the root. `usePlainLinks` makes the router follow it.
 */
export function PlainLink({ to, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  return <a {...rest} href={to} data-link="" />;
}

/** Makes the router follow all `PlainLink`s of the document, unless their own `onClick` has prevented it. */
export function usePlainLinks(): void {
  const navigate = useNavigate();
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest("a[data-link]");
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    const { pathname, search, hash, href } = link;
    void navigate({ pathname, search, hash }, { replace: href === location.href });
  });
  useEffect(() => {
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, []);
}
