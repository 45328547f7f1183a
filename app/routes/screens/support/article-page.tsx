import { toArticleView } from "#app/features/support/articles/article.ts";
import { articleMeta } from "#app/features/support/articles/article-meta.ts";
import { ArticlePage } from "#app/features/support/articles/article-page.tsx";
import { aiArticle } from "#app/features/support/articles/server/ai.server.ts";
import { legalArticles } from "#app/features/support/articles/server/legal-articles.server.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import type { Route } from "./+types/article-page";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  articleMeta(matches[0].loaderData, loaderData);

/** Of each address in `screens.ts`. */
export const loader = pageLoader(async ({ pattern }: Route.LoaderArgs) => {
  const article = [...Object.values(legalArticles()), aiArticle()].find(({ path }) => path === `/${pattern}`);
  if (!article) throw new Error(`/${pattern} has no article`);
  return toArticleView(article);
});

export default function ArticleScreen({ loaderData }: Route.ComponentProps) {
  return <ArticlePage article={loaderData} />;
}
