import type { SupportPassage } from "#app/engines/chat/chat-engine.ts";
import { isPaymentConfigured } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { premiumPath } from "#app/features/premium/subscription/subscription.ts";
import { blockLines, plainText, type Section } from "../../articles/article.ts";
import { faqPath, faqQuestions } from "../../articles/server/faq.server.ts";
import { legalArticles } from "../../articles/server/legal-articles.server.ts";
import { helpNotes } from "./help-notes.server.ts";

/** FAQ and help notes must rank above legal clauses that say the same. */
const answerBoost = 1.25;

/** Price and way of the order: omitted where nothing can be ordered. */
const priceOfOrder = "/commercial-law#price";

export function supportPassages(): SupportPassage[] {
  const articles = Object.values(legalArticles());
  const isPremiumSold = isPaymentConfigured();
  return [
    ...faqQuestions({ isPremiumSold }).map((section) => ({
      ...passageOf(section),
      path: `${faqPath}#${section.id}`,
      sourceTitle: `よくある質問：${section.title}`,
      isAnswer: true,
      boost: answerBoost,
    })),
    ...helpNotes.map((note) => ({
      ...passageOf(note),
      path: note.path === premiumPath && !isPremiumSold ? `${faqPath}#premium` : note.path,
      sourceTitle: note.title,
      isAnswer: true,
      boost: answerBoost,
    })),
    ...articles.flatMap(({ path, title, sections }) =>
      sections
        .filter(({ id }) => isPremiumSold || `${path}#${id}` !== priceOfOrder)
        .map((section) => ({
          ...passageOf(section),
          id: `${path}#${section.id}`,
          path: `${path}#${section.id}`,
          sourceTitle: `${title} ${section.title}`,
          isAnswer: false,
        })),
    ),
  ];
}

const passageOf = ({ id, title, blocks, keywords = [] }: Section) => ({
  id,
  title,
  keywords,
  lines: blockLines(blocks).map((line) => plainText(line, { withPaths: true })),
});
