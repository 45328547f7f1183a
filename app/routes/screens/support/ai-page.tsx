import { toArticleView } from "#app/features/support/articles/article.ts";
import { articleMeta } from "#app/features/support/articles/article-meta.ts";
import { ArticlePage } from "#app/features/support/articles/article-page.tsx";
import { aiArticle } from "#app/features/support/articles/server/ai.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/ai-page";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  articleMeta(matches[0].loaderData, loaderData);

export const loader = pageLoader(async () => toArticleView(aiArticle()));

export default function AiPage({ loaderData }: Route.ComponentProps) {
  return <ArticlePage article={loaderData} />;
}
