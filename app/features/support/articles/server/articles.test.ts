import { expect, test } from "vitest";
import { environment, readEnvironment } from "#app/config/environment.ts";
import { correctionMessages } from "#app/features/creation/correction/correction.ts";
import { appealPath } from "#app/features/objections/objection.ts";
import { adFreeExplanation } from "#app/features/premium/ad-free.ts";
import { dailyGenerationLimits, playlistLimits, premiumTerms } from "#app/features/premium/premium.ts";
import type { ExternalService } from "#app/features/providers/server/external-services.server.ts";
import { excerptMs } from "#app/features/tracks/excerpt.ts";
import { helpNotes } from "../../chat/server/help-notes.server.ts";
import { supportPassages } from "../../chat/server/support-passages.server.ts";
import { blockLines, parseLinks, plainText } from "../article.ts";
import { aiArticle } from "./ai.server.ts";
import { commercialLaw } from "./commercial-law.server.ts";
import { ageStatement, type Operator } from "./facts.server.ts";
import { faqQuestions } from "./faq.server.ts";
import { communityGuidelines } from "./guidelines.server.ts";
import { privacyPolicy } from "./privacy.server.ts";
import { terms } from "./terms.server.ts";

const noOperator: Operator = {
  name: null,
  representative: null,
  address: null,
  phone: null,
  email: null,
  court: null,
  minimumAge: null,
};
const operator: Operator = {
  name: "株式会社よるのラジオ",
  representative: "夜野 かなで",
  address: "東京都千代田区丸の内1-1-1",
  phone: "03-0000-0000（平日10〜17時）",
  email: "support@mugen.example",
  court: "東京地方裁判所",
  minimumAge: 18,
};

const faq = faqQuestions({ isPremiumSold: true });
const legalOf = (operator: Operator) => [
  terms(operator),
  privacyPolicy({ operator, analyticsHost: null, externalServices: [] }),
  commercialLaw(operator),
  communityGuidelines,
];
const textOf = (sections: readonly { title: string; blocks: Parameters<typeof blockLines>[0] }[]) =>
  sections.flatMap(({ title, blocks }) => [title, ...blockLines(blocks)]).join("\n");

test("there are eight questions, and every section of a page has a unique anchor", () => {
  expect(faq).toHaveLength(8);
  for (const sections of [faq, helpNotes, ...legalOf(noOperator).map(({ sections }) => sections)]) {
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  }
  const ids = supportPassages().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  [{}, "未成年の方は、親権者などの法定代理人の同意を得て", "登録できません", "未成年の場合は"],
  [{ MINIMUM_AGE: "18" }, "18歳未満の方は、本サービスに登録できません。", "同意を得て", "18歳以上です"],
  [
    { MINIMUM_AGE: "16" },
    "16歳未満の方は、本サービスに登録できません。16歳以上の未成年の方は、",
    "18歳",
    "16歳以上で、未成年の場合は",
  ],
])(
  "the legal pages follow the setting for minors, and a newcomer states the same: %j",
  (source, says, leavesOut, states) => {
    const minimumAge = readEnvironment(source).MINIMUM_AGE ?? null;
    for (const { sections } of legalOf({ ...operator, minimumAge }).slice(0, 3)) {
      expect(textOf(sections)).toContain(says);
      expect(textOf(sections)).not.toContain(leavesOut);
    }
    expect(ageStatement({ minimumAge })).toContain(states);
  },
);

test("questions and legal texts state the limits that the program applies", () => {
  const [rules, , sale] = legalOf(noOperator);
  for (const text of [textOf(faq), textOf(rules?.sections ?? [])])
    for (const fact of [adFreeExplanation, `冒頭の${excerptMs / 1000}秒`]) expect(text).toContain(fact);
  const price = `月額${premiumTerms.price}円（税込）`;
  const deadline = `更新日の${premiumTerms.cancelHours}時間前`;
  const pause = `${premiumTerms.pauseDays}日間`;
  for (const sections of [faq, rules?.sections ?? [], sale?.sections ?? []]) {
    const text = textOf(sections);
    for (const fact of [price, deadline, pause, "カスタマーポータル", "カード", "返金", "1人1回"])
      expect(text).toContain(fact);
  }
  for (const text of [textOf(faq), textOf(rules?.sections ?? [])]) {
    for (const count of [dailyGenerationLimits.free, dailyGenerationLimits.premium])
      expect(text).toContain(`1日${count}回`);
    for (const count of [playlistLimits.free, playlistLimits.premium]) expect(text).toContain(`${count}個`);
  }
  expect([rules?.effective, sale?.effective]).toEqual(["2025-05-29", "2025-06-01"]);
});

test("legal texts name the operator where one is configured", () => {
  const text = legalOf(operator)
    .map(({ sections }) => textOf(sections))
    .join("\n");
  for (const detail of Object.values(operator)) expect(text).toContain(String(detail));
  expect(text).not.toContain("遅滞なく電子メールで開示");
});

test("without an operator the texts are complete and promise disclosure on request", () => {
  const sale = textOf(commercialLaw(noOperator).sections);
  for (const name of ["販売業者", "運営統括責任者", "所在地", "電話番号"])
    expect(sale).toContain(`・${name}：ご請求があれば、遅滞なく電子メールで開示します。`);
  const all = legalOf(noOperator)
    .map(({ sections }) => textOf(sections))
    .join("\n");
  expect(all).not.toMatch(/null|undefined|NaN|[〇○]{2}|TODO|未定|準備中/);
  expect(all).toContain("民事訴訟法の定める裁判所");
});

test("the privacy policy names the analytics host when configured", () => {
  const text = textOf(
    privacyPolicy({ operator: noOperator, analyticsHost: "stats.example", externalServices: [] }).sections,
  );
  expect(text).toContain("送り先はstats.example");
  expect(text).toContain("Cookieの設定");
  const without = textOf(
    privacyPolicy({ operator: noOperator, analyticsHost: null, externalServices: [] }).sections,
  );
  expect(without).toContain("いまは、アクセス解析を使っていません");
  // Without anything to consent to, the menu has no such entry.
  expect(without).not.toContain("Cookieの設定");
});

test("the privacy policy names the services that get what members write", () => {
  const policy = (services: ExternalService[]) =>
    textOf(privacyPolicy({ operator: noOperator, analyticsHost: null, externalServices: services }).sections);
  expect(policy([])).toContain("外部のAIサービスに送ることはありません");
  const recipient = "Google（Gemini API）";
  const text = policy([
    { purpose: "script", recipient, searches: false },
    { purpose: "fact-check", recipient, searches: true },
  ]);
  expect(text).not.toContain("外部のAIサービスに送ることはありません");
  expect(text).toContain(
    "Google（Gemini API）に、入力した本文とタイトル、台本、ファクトチェックの指摘を送ります",
  );
  expect(text).toContain("Googleで検索します");
  expect(text).toContain("質問も外部に送らず");
  expect(policy([{ purpose: "chat", recipient, searches: false }])).not.toContain("質問も外部に送らず");
});

test("the page about AI says what the settings are, and what leaves the site", () => {
  const before = { ...environment() };
  const byDefault = textOf(aiArticle().sections);
  expect(byDefault).toContain("外部のAIサービスに送りません");
  expect(byDefault).toContain("このサイトで聴く音声では、読み上げません");
  Object.assign(environment(), {
    SCRIPT_ENGINE: "gemini",
    SPEECH_ENGINE: "openai",
    OPENAI_SPEECH_MODEL: "voice-1",
    OPENAI_SPEECH_URL: "https://speech.example/v1",
    AI_NOTE: "spoken",
  });
  const text = textOf(aiArticle().sections);
  Object.assign(environment(), before);
  for (const fact of [
    `Gemini（${before.GEMINI_MODEL}）`,
    "（voice-1）",
    "Google（Gemini API）に、入力した本文とタイトル",
    "speech.exampleに、台本を送ります",
    "新しい音声のはじめに「この音声はAIで作られました。」と読み上げます",
    "[申し立て](/objection)",
    "[音声を確かめる](/verify)",
  ])
    expect(text).toContain(fact);
  expect(text).not.toMatch(/null|undefined|送りません。運営者が管理する/);
});

test("the operator's details come from the settings", () => {
  const settings = readEnvironment({ OPERATOR_NAME: " 株式会社よるのラジオ ", OPERATOR_PHONE: "" });
  expect([settings.OPERATOR_NAME, settings.OPERATOR_PHONE]).toEqual(["株式会社よるのラジオ", undefined]);
});

test("help names what members find on the screens, and the ways that are open to them", () => {
  const noteOf = (id: string) => textOf(helpNotes.filter((note) => note.id === id));
  for (const [id, says, leavesOut] of [
    ["help-playlist", "「⋯」を開いて「プレイリストに追加」", "しおり"],
    ["help-private-playlist", "「公開する」をオフ", "「公開」を"],
    ["help-follow", "「フォローする」を押して", "「フォロー」"],
    ["help-voice", `「${correctionMessages.heading}」から`, "「訂正する」"],
    ["trouble-not-shown", "「非公開」や「公開停止中」の印", "「公開」になっている"],
    ["help-withheld", `[異議](${appealPath})`, "/contact"],
    ["help-email", "これまでのアカウントを新しいログインへ移します", "引き継ぎもできません"],
  ] as const) {
    expect(noteOf(id)).toContain(says);
    expect(noteOf(id)).not.toContain(leavesOut);
  }
});

test("links in texts are parsed, and written as text with their path", () => {
  const text = "[設定](/settings)を開き、[外](https://example.com)は開かない。";
  expect(parseLinks(text)).toEqual([
    { text: "設定", to: "/settings" },
    { text: "を開き、[外](https://example.com)は開かない。" },
  ]);
  expect(plainText("[設定](/settings)を開く")).toBe("設定を開く");
  expect(plainText("[設定](/settings)を開く", { withPaths: true })).toBe("「設定」（/settings）を開く");
});
