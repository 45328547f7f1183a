import type { MetaDescriptor } from "react-router";
import { documentTitle, screenMeta } from "#app/features/site/page-meta.ts";
import { type ArticleView, blockLines, plainText, type SectionView } from "./article.ts";

export function articleMeta(
  root: Parameters<typeof screenMeta>[0],
  article: ArticleView | undefined,
): MetaDescriptor[] {
  if (!article) return [];
  const { path, title, lead } = article;
  return screenMeta(root, { path, title: documentTitle(title), description: lead });
}

export function faqMeta(
  root: { origin: string; isPremiumSold: boolean } | undefined,
  questions: readonly SectionView[],
): MetaDescriptor[] {
  return [
    ...screenMeta(root, {
      path: "/faq",
      title: documentTitle("よくある質問"),
      description: `Mugenの参加のしかた、音声の作り方、${root?.isPremiumSold ? "プレミアムの料金と解約" : "プレミアム"}、オフライン再生、通知、困ったときの答えです。`,
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
