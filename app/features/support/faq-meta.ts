import type { MetaDescriptor } from "react-router";
import { documentTitle } from "../shell/document-title.ts";
import { screenMeta } from "../shell/page-meta.ts";
import { blockLines } from "./block-lines.ts";
import { plainText } from "./linked-parts.ts";
import type { ShownSection } from "./shown-article.ts";

/** The head of `/faq`: previews, and the questions as search engines read them (schema.org `FAQPage`). */
export function faqMeta(
  root: { origin: string } | undefined,
  questions: readonly ShownSection[],
): MetaDescriptor[] {
  return [
    ...screenMeta(root, {
      path: "/faq",
      title: documentTitle("よくある質問"),
      description:
        "Mugenの参加のしかた、音声の作り方、プレミアムの料金と解約、オフライン再生、通知、困ったときの答えです。",
    }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        inLanguage: "ja",
        mainEntity: questions.map(({ id, title, blocks }) => ({
          "@type": "Question",
          name: title,
          ...(root ? { url: new URL(`/faq#${id}`, root.origin).href } : {}),
          acceptedAnswer: {
            "@type": "Answer",
            text: blockLines(blocks)
              .map((line) => plainText(line))
              .join("\n"),
          },
        })),
      },
    },
  ];
}
