import { ChatEntry } from "#app/features/support/components/chat-entry.tsx";
import { FaqList } from "#app/features/support/components/faq-list.tsx";
import { HelpLinks } from "#app/features/support/components/help-links.tsx";
import { faqMeta } from "#app/features/support/faq-meta.ts";
import { faq } from "#app/features/support/server/faq.server.ts";
import { shownSection } from "#app/features/support/shown-article.ts";
import { screen } from "#app/http/screen.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/faq";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  faqMeta(matches[0].loaderData, loaderData?.questions ?? []);

export const loader = screen(async () => ({ questions: faq.map(shownSection) }));

export default function Faq({ loaderData }: Route.ComponentProps) {
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
        </div>
      </section>
      <HelpLinks except="/faq" />
    </Page>
  );
}
