import { articleMeta } from "#app/features/support/article-meta.ts";
import { ArticlePage } from "#app/features/support/components/article-page.tsx";
import { legalArticles } from "#app/features/support/server/support-passages.server.ts";
import { shownArticle } from "#app/features/support/shown-article.ts";
import { screen } from "#app/http/screen.server.ts";
import type { Route } from "./+types/commercial-law";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  articleMeta(matches[0].loaderData, loaderData);

export const loader = screen(async () => shownArticle(legalArticles().commercialLaw));

export default function CommercialLaw({ loaderData }: Route.ComponentProps) {
  return <ArticlePage article={loaderData} />;
}
