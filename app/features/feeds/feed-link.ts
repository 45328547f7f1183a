import type { MetaDescriptor } from "react-router";

/** Tells browsers and podcast programs of a page's feed. `address` is whole. */
export const feedLink = ({ title, address }: { title: string; address: string }): MetaDescriptor => ({
  tagName: "link",
  rel: "alternate",
  type: "application/rss+xml",
  title,
  href: address,
});
