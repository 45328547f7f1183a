import { environment } from "#app/config/environment.ts";
import type { Article, Section } from "../article.ts";
import { blockLines } from "../block-lines.ts";
import { plainText } from "../linked-parts.ts";
import type { Passage } from "../passage-index.ts";
import { commercialLaw } from "./commercial-law.server.ts";
import { faq, faqPath } from "./faq.server.ts";
import { helpNotes } from "./help-notes.server.ts";
import { configuredOperator } from "./operator.server.ts";
import { privacyPolicy } from "./privacy.server.ts";
import { terms } from "./terms.server.ts";

/** A passage and where it can be read. */
export interface SupportPassage extends Passage {
  /** Where it stands: a path of this site with its anchor; a note's is the screen that it is about. */
  path: string;
  /** What it is called there. */
  where: string;
  /** All of it is the answer; of others the lines that fit. */
  isAnswer: boolean;
}

/** The three legal texts of this installation. */
export function legalArticles(): { terms: Article; privacy: Article; commercialLaw: Article } {
  const operator = configuredOperator();
  const { ANALYTICS_SCRIPT_URL } = environment();
  const analyticsHost = ANALYTICS_SCRIPT_URL ? new URL(ANALYTICS_SCRIPT_URL).host : null;
  return {
    terms: terms(operator),
    privacy: privacyPolicy({ operator, analyticsHost }),
    commercialLaw: commercialLaw(operator),
  };
}

/** What is written as an answer answers better than a clause that says the same. */
const answerWorth = 1.25;

/** All that the support chat can answer from: questions, notes, legal texts. */
export function supportPassages(): SupportPassage[] {
  const articles = Object.values(legalArticles());
  return [
    ...faq.map((section) => ({
      ...passageOf(section),
      path: `${faqPath}#${section.id}`,
      where: `よくある質問：${section.title}`,
      isAnswer: true,
      worth: answerWorth,
    })),
    ...helpNotes.map((note) => ({
      ...passageOf(note),
      path: note.path,
      where: note.title,
      isAnswer: true,
      worth: answerWorth,
    })),
    ...articles.flatMap(({ path, title, sections }) =>
      sections.map((section) => ({
        ...passageOf(section),
        id: `${path}#${section.id}`,
        path: `${path}#${section.id}`,
        where: `${title} ${section.title}`,
        isAnswer: false,
      })),
    ),
  ];
}

const passageOf = ({ id, title, blocks, asks = [] }: Section) => ({
  id,
  title,
  asks,
  lines: blockLines(blocks).map((line) => plainText(line, { withPaths: true })),
});
