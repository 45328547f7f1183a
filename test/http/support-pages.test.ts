import { matchPath } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { closeDatabase } from "#db/client.ts";
import { allRoutes } from "../api/all-routes.ts";
import { Client } from "../client.ts";
import { openTestDatabase } from "../database.ts";
import { type RunningServer, startServer } from "../servers/server.ts";

const operator = {
  OPERATOR_NAME: "株式会社よるのラジオ",
  OPERATOR_REPRESENTATIVE: "夜野 かなで",
  OPERATOR_ADDRESS: "東京都千代田区丸の内1-1-1",
  OPERATOR_PHONE: "03-0000-0000（平日10〜17時）",
  OPERATOR_COURT: "東京地方裁判所",
  SUPPORT_EMAIL: "support@mugen.example",
};

let server: RunningServer;
let visitor: Client;
beforeAll(async () => {
  await openTestDatabase();
  await closeDatabase();
  server = await startServer({ workers: 0 });
  visitor = new Client(server.origin);
});
afterAll(() => server.kill());

const pages = ["/faq", "/terms", "/guidelines", "/privacy", "/commercial-law", "/ai", "/verify"];
const textOf = async (client: Client, path: string) => (await client.get(path)).text();
/** The text of a page, without tags. */
const shown = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, "").replace(/<[^>]+>/g, "");

test("each page says what it is, since when, and where it is found", async () => {
  const maps = await textOf(visitor, "/sitemaps/screens.xml");
  for (const path of pages) {
    const html = await textOf(visitor, path);
    expect(html).toContain(`<link rel="canonical" href="${server.origin}${path}"/>`);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(maps).toContain(`<loc>${server.origin}${path}</loc>`);
  }
  for (const path of ["/terms", "/privacy"])
    expect(shown(await textOf(visitor, path))).toContain("施行日：2025年5月29日");
  expect(shown(await textOf(visitor, "/commercial-law"))).toContain("施行日：2025年6月1日");
});

test("members find the playback test in help, visitors, who may not open it, do not", async () => {
  const member = await Client.signedIn(server.origin, "helped@example.com");
  expect(await textOf(member, "/faq")).toContain('href="/audio-test"');
  expect(await textOf(visitor, "/faq")).not.toContain('href="/audio-test"');
});

test("the questions are there for search engines, with what the page says", async () => {
  const html = await textOf(visitor, "/faq");
  const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const page = z
    .object({
      "@type": z.literal("FAQPage"),
      mainEntity: z.array(
        z.object({ name: z.string(), url: z.url(), acceptedAnswer: z.object({ text: z.string().min(40) }) }),
      ),
    })
    .parse(JSON.parse(data));
  expect(page.mainEntity).toHaveLength(8);
  expect(html.match(/<details/g)?.length).toBeGreaterThanOrEqual(8);
  for (const { name, url, acceptedAnswer } of page.mainEntity) {
    expect(shown(html)).toContain(name);
    expect(html).toContain(`id="${new URL(url).hash.slice(1)}"`);
    expect(acceptedAnswer.text).not.toMatch(/\]\(/);
  }
});

test("links in the texts lead to pages and sections that exist", async () => {
  const patterns = allRoutes
    .map(({ pattern }) => pattern)
    .filter((pattern) => !/\*|^\/:userId$/.test(pattern));
  let followed = 0;
  for (const path of pages) {
    const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(await textOf(visitor, path)) ?? [];
    for (const [, href = ""] of main.matchAll(/<a[^>]* href="([^"]+)"/g)) {
      const { pathname, hash } = new URL(href, server.origin + path);
      expect(
        patterns.some((pattern) => matchPath(pattern, pathname)),
        `${path} → ${href}`,
      ).toBe(true);
      followed += 1;
      if (hash) expect(await textOf(visitor, pathname)).toContain(`id="${hash.slice(1)}"`);
    }
  }
  expect(followed).toBeGreaterThan(60);
});

test("the operator is named as configured, and else on request", async () => {
  expect(shown(await textOf(visitor, "/commercial-law"))).toContain("遅滞なく電子メールで開示します");
  await server.stop();
  server = await startServer({ env: operator, workers: 0 });
  visitor = new Client(server.origin);
  const law = shown(await textOf(visitor, "/commercial-law"));
  const { OPERATOR_COURT, ...details } = operator;
  for (const detail of Object.values(details)) expect(law).toContain(detail);
  expect(law).not.toContain("遅滞なく電子メールで開示します");
  expect(shown(await textOf(visitor, "/terms"))).toContain(`${OPERATOR_COURT}を第一審`);
});

test("the chat answers visitors, says when it does not know, and refuses what is no question", async () => {
  const ask = async (body: unknown) => {
    const answer = await visitor.send("POST", "/api/ai-chat", body);
    return [answer.status, await answer.json()];
  };
  const context = "customer_support";
  expect(await ask({ message: " 解約したい\n", context })).toEqual([
    200,
    { response: expect.stringContaining("（/faq#cancel）") },
  ]);
  expect(await ask({ message: "今日の天気は？", context })).toEqual([
    200,
    { response: expect.stringContaining("見つかりませんでした") },
  ]);
  for (const message of [undefined, "", " 　\n", "あ".repeat(1001), 5])
    expect(await ask({ message, context })).toMatchObject([
      400,
      { fields: { message: [expect.any(String)] } },
    ]);
  expect(await ask({ message: "料金", context: "poetry" })).toMatchObject([400, { code: "invalid" }]);
});

test("without scripts a question is a form, and it is kept beside its answer", async () => {
  const answered = await visitor.form("/faq/chat", { message: "料金は<いくら>ですか" });
  const html = await answered.text();
  expect(answered.status).toBe(200);
  expect(html).toContain("料金は&lt;いくら&gt;ですか</textarea>");
  expect(shown(html)).toContain("音声の生成：1日3回 → 1日10回");
  expect(html).toContain('href="/faq#premium"');
  const refused = await visitor.form("/faq/chat", { message: "あ".repeat(1001) });
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain("質問は1,000文字以内で入力してください");
  expect(page).toContain("あ".repeat(1001));
});
