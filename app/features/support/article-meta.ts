import type { MetaDescriptor } from "react-router";
import { documentTitle } from "../shell/document-title.ts";
import { screenMeta } from "../shell/page-meta.ts";
import type { ShownArticle } from "./shown-article.ts";

/** What search engines and link previews are told of a legal text; nothing of one that could not be loaded. */
export function articleMeta(
  root: Parameters<typeof screenMeta>[0],
  article: ShownArticle | undefined,
): MetaDescriptor[] {
  if (!article) return [];
  const { path, title, lead } = article;
  return screenMeta(root, { path, title: documentTitle(title), description: lead });
}
