import { toArticleView } from "#app/features/support/articles/article.ts";
import { articleMeta } from "#app/features/support/articles/article-meta.ts";
import { ArticlePage } from "#app/features/support/articles/article-page.tsx";
import { legalArticles } from "#app/features/support/articles/server/legal-articles.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/commercial-law";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  articleMeta(matches[0].loaderData, loaderData);

export const loader = pageLoader(async () => toArticleView(legalArticles().commercialLaw));

export default function CommercialLaw({ loaderData }: Route.ComponentProps) {
  return <ArticlePage article={loaderData} />;
}
