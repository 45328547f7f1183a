import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { toSectionView } from "#app/features/support/articles/article.ts";
import { faqMeta } from "#app/features/support/articles/article-meta.ts";
import { FaqList, HelpLinks } from "#app/features/support/articles/article-page.tsx";
import { faqQuestions } from "#app/features/support/articles/server/faq.server.ts";
import { ChatEntry } from "#app/features/support/chat/components/chat-entry.tsx";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/faq";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  faqMeta(matches[0].loaderData, loaderData?.questions ?? []);

export const loader = pageLoader(async () => ({
  questions: faqQuestions({ isPremiumSold: isPaymentConfigured() }).map(toSectionView),
}));

export default function Faq({ loaderData }: Route.ComponentProps) {
  const isMember = useRootData()?.isMember;
  return (
    <Page title="よくある質問" back={{ to: "/", label: "ホーム" }}>
      <FaqList questions={loaderData.questions} />
      <section aria-labelledby="more" className="mt-10 space-y-4 print:hidden">
        <h2 id="more" className="text-lg">
          知りたいことが見つからないとき
        </h2>
        <p className="text-sm text-muted">
          AIサポートは、よくある質問と規約の文章からすぐにお答えします。わからないことは、そうお伝えします。
        </p>
        <div className="flex flex-wrap gap-3">
          <ChatEntry />
          <ButtonLink to="/contact" variant="quiet" size="large" icon="mail">
            お問い合わせ
          </ButtonLink>
          {isMember && (
            <ButtonLink to="/audio-test" variant="quiet" size="large" icon="headphones">
              音が出るか調べる
            </ButtonLink>
          )}
        </div>
      </section>
      <HelpLinks except="/faq" />
    </Page>
  );
}
