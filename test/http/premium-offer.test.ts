import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { dailyGenerationLimits, playlistLimits } from "#app/features/premium/premium.ts";
import { grantPremium } from "#app/features/premium/server/grant-premium.server.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { write } from "#db/client.ts";
import { dailyUsage, users } from "#db/schema/index.ts";
import { pageExpectations } from "../api/page-expectations.ts";
import { Client } from "../client.ts";
import { addMember, withDatabase } from "../database.ts";
import { addPlaylist } from "../playlists.ts";
import { addPremiumOnlyTrack } from "../premium-only-tracks.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { addSoundingTracks } from "../sounding-tracks.ts";
import { startStripe } from "../stripe/server.ts";

withDatabase();

const roles = ["visitor", "free", "atLimits", "granted"] as const;
type Role = (typeof roles)[number];

/** One at a time has the installation: first without payments, for the last test with them. */
let server: RunningServer;
let tokens: Record<Exclude<Role, "visitor">, string>;
let parts: Record<string, string>;
const stripe = await startStripe();

beforeAll(async () => {
  const [author, free, atLimits, granted] = [
    await addMember({ customUserId: "yoru-no-housou" }),
    await addMember(),
    await addMember({ customUserId: "jougen" }),
    await addMember(),
  ];
  // More than one card of home's list, some in high quality; of the member at the limits too.
  const titles = Array.from({ length: 6 }, (_, n) => `夜の放送 ${n}`);
  await addSoundingTracks({ userId: author.id, titles, seconds: 10, kbps: [64, 128] });
  const [own = 0] = await addSoundingTracks({
    userId: atLimits.id,
    titles: ["上限の夜"],
    seconds: 10,
    kbps: [64, 128],
  });
  const { trackId: premiumOnly } = await addPremiumOnlyTrack({ userId: author.id });
  for (let n = 0; n < playlistLimits.free; n++)
    await addPlaylist({ userId: atLimits.id, trackIds: [own, premiumOnly], publicSlug: `jougen-${n}` });
  const playlist = await addPlaylist({ userId: atLimits.id, trackIds: [own], publicSlug: "jougen" });
  await grantPremium({ userId: granted.id, days: 30, actor: systemActor });
  await write(async (tx) => {
    const count = dailyGenerationLimits.free;
    const days = [Date.now(), Date.now() + 60 * 60_000].map((at) => tokyoDay(new Date(at)));
    for (const day of new Set(days)) await tx.insert(dailyUsage).values({ userId: atLimits.id, day, count });
    await tx
      .update(users)
      .set({ speedTrialEndsAt: new Date(Date.now() - 1000) })
      .where(eq(users.id, atLimits.id));
  });
  const tokenOf = ({ id }: { id: string }) => startSession({ userId: id, deviceInfo: "" });
  tokens = {
    free: await tokenOf(free),
    atLimits: await tokenOf(atLimits),
    granted: await tokenOf(granted),
  };
  parts = {
    track: `${own}`,
    premiumOnly: `${premiumOnly}`,
    owner: "jougen",
    ownerId: atLimits.id,
    playlist: `${playlist}`,
    slug: "jougen",
  };
  server = await startServer({ workers: 0 });
});
afterAll(() => server.kill());
afterAll(() => stripe.close());

/** Every page, and what it shows in a state that the table does not name. `/premium` itself says that nothing is sold. */
const pages = [
  ...new Set(
    pageExpectations
      .filter(({ method, path }) => method === "GET" && !/\{(?!track|owner|playlist|slug)/.test(path))
      .filter(({ pattern }) => pattern !== "/premium")
      .map(({ path }) => path),
  ),
  "/track/{premiumOnly}",
  "/track/{premiumOnly}/playlists",
  "/?track={premiumOnly}",
  "/embed/track/{premiumOnly}",
  "/sitemaps/screens.xml",
];

/** They name the price and the conditions for those who have paid before, and say where the order was made. */
const isLegal = (path: string) => /^\/(terms|privacy|commercial-law|guidelines)$/.test(path);

const clientOf = (role: Role) =>
  role === "visitor" ? new Client(server.origin) : Client.withSession(server.origin, tokens[role]);

/** A link to the page that sells, also one that page data or a list of addresses names. */
const link = /["'>(（](?:https?:\/\/[^/"']+)?\/premium(?=["'?#<)）\\])/;
/** What only a seller says. */
const words =
  /プレミアムを見る|アップグレード|月額?\s*550円|プレミアムなら|プレミアムプランなら|もう一度申し込む/;

/** The links and words of an offer that `role` finds, page by page. */
async function offersTo(role: Role): Promise<string[]> {
  const client = clientOf(role);
  const found: string[] = [];
  for (const path of pages) {
    const response = await client.get(path.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? part));
    if (!/html|xml/.test(response.headers.get("Content-Type") ?? "")) continue;
    const html = await response.text();
    const markup = html.replace(/<script(?! type="application\/ld)[\s\S]*?<\/script>/g, "");
    const hit = link.exec(markup) ?? (isLegal(path) ? null : words.exec(markup.replace(/<[^>]+>/g, "")));
    if (hit) found.push(`${path}: ${hit[0]}`);
  }
  return found;
}

test.each(roles)("without payments a %s finds no offer of premium on any page", async (role) => {
  expect(await offersTo(role)).toEqual([]);
});

const textOf = async (role: Role, path: string) => {
  const html = await (await clientOf(role).get(path)).text();
  return html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, "");
};

test("what is for premium members says so without payments too, and those who have it see it as before", async () => {
  const track = `/track/${parts.premiumOnly}`;
  expect(await textOf("free", track)).toContain("プレミアム限定の音声です");
  expect(await textOf("free", track)).toContain("続きはプレミアム会員の方が読めます");
  expect(await textOf("free", "/offline-audio")).toContain("オフライン保存はプレミアム会員限定機能です");
  expect(await textOf("atLimits", "/settings")).toContain("バックグラウンド再生はプレミアム会員限定機能です");
  const settings = await textOf("atLimits", "/settings");
  const html = await (await clientOf("atLimits").get("/settings")).text();
  expect(html).not.toContain('value="background-play"');
  const wanted = await clientOf("atLimits").form("/settings", { intent: "background-play", isOn: "on" });
  expect(wanted.status).toBe(403);
  expect(settings).toContain("無料プラン");
  expect(await textOf("atLimits", "/create-playlist")).toContain("プレイリスト上限に達しています");
  expect(await textOf("free", "/create-playlist")).toContain("非公開にできるのはプレミアム会員です。");
  expect(await textOf("atLimits", "/create-post-v2")).toContain("無料プランでは1日3回まで投稿できます。");
  expect(await textOf("granted", "/settings")).toMatch(/プレミアム 残り\d+日/);
  expect(await textOf("granted", "/settings")).toContain("料金はかかりません。");
  expect(await textOf("visitor", "/premium")).toContain("お支払いの設定がありません");
});

test("refusals and the support chat do not offer it either", async () => {
  const member = clientOf("atLimits");
  const refused = await member.send("POST", "/api/playlists", { name: "もうひとつ" });
  expect(refused.status).toBe(403);
  expect(await refused.text()).not.toMatch(words);
  for (const message of [
    "高音質で聴けない",
    "プレミアム限定の音声",
    "課金したのにプレミアムにならない",
    "料金はいくら",
  ]) {
    const answer = await clientOf("visitor").send("POST", "/api/ai-chat", {
      message,
      context: "customer_support",
    });
    const text = await answer.text();
    expect([message, text.match(link), text.match(words)]).toEqual([message, null, null]);
  }
});

test("with payments it is offered where it is wanted, to those who have not got it", {
  tags: "release",
}, async () => {
  await server.stop();
  server = await startServer({ env: stripe.settings, workers: 0 });
  const pathsOf = async (role: Role) => (await offersTo(role)).map((found) => found.split(": ")[0]);
  const everywhere = ["/", "/search?search=夜", "/track/{track}", "/faq", "/sitemaps/screens.xml"];
  expect(await pathsOf("visitor")).toEqual(expect.arrayContaining(everywhere));
  expect(await pathsOf("atLimits")).toEqual(
    expect.arrayContaining([
      ...everywhere,
      "/create-post-v2",
      "/create-playlist",
      "/settings",
      "/offline-audio",
    ]),
  );
  for (const [path, offer] of [
    ["/create-post-v2", "プレミアムプランなら、1日10回まで生成できます。"],
    ["/create-playlist", "プレミアムにアップグレードすると、最大100個まで作成できます。"],
    [`/playlists/${parts.playlist}/edit`, "非公開にできるのはプレミアム会員です。プレミアムを見る"],
    ["/settings", "プレミアムは月額550円（税込）です。"],
    ["/", "広告なし、2.0倍速で聴けます。月550円（税込）"],
  ] as const)
    expect([path, (await textOf("atLimits", path)).includes(offer)]).toEqual([path, true]);
  // The badge stands for it; help still says where it is ordered.
  expect(await pathsOf("granted")).toEqual(["/faq", "/sitemaps/screens.xml"]);
});
