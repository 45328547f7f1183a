import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { queueForReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { db, write } from "#db/client.ts";
import { reviewItems, tracks } from "#db/schema/index.ts";
import { addAdminSession, addOperator } from "../../admin.ts";
import { Client } from "../../client.ts";
import { addMember, withDatabase } from "../../database.ts";
import { sharedServer } from "../../servers/shared-server.ts";
import { addTrack } from "../../tracks.ts";

withDatabase();

/** The cards of a page as its forms would post them. */
function cardsOf(html: string): { trackId: string; seen: string; reports: string }[] {
  const fields = ["trackId", "seen", "reports"].map((name) => `name="${name}" value="(\\d+)"/>`);
  return [...html.matchAll(new RegExp(fields.join('<input type="hidden" '), "g"))]
    .map(([, trackId = "", seen = "", reports = ""]) => ({ trackId, seen, reports }))
    .filter((card, index, all) => all.findIndex(({ trackId }) => trackId === card.trackId) === index);
}

test("two operators without scripts get through a day's 200 tracks together, and never see the same card", async () => {
  const author = await addMember();
  const ids: number[] = [];
  for (let index = 0; index < 200; index++) {
    const trackId = await addTrack({ userId: author.id, title: `今日の話${index}` });
    const harms = index % 50 === 7 ? [{ kind: "abuse", quote: "こんばんは" }] : [];
    const now = new Date(Date.now() + index);
    await write((tx) => queueForReview(tx, { trackId, cause: "new", harms, now }));
    ids.push(trackId);
  }
  const operators = await Promise.all(
    [1, 2].map(async () => Client.withAdminSession(sharedServer().origin, (await addAdminSession()).token)),
  );
  const path = `/admin/review?author=${author.id}`;
  const press = async (operator: Client, fields: [string, string][]) => {
    const response = await operator.fetch(path, {
      method: "POST",
      headers: { Accept: "text/html" },
      body: new URLSearchParams(fields),
    });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(path);
  };
  const seen: string[] = [];
  let isUndone = false;
  for (;;) {
    const pages = await Promise.all(operators.map(async (one) => (await one.get(path)).text()));
    const shown = pages.map(cardsOf);
    const together = shown.flat().map(({ trackId }) => trackId);
    expect(new Set(together).size).toBe(together.length);
    if (together.length === 0) break;
    seen.push(...together);
    for (const [index, operator] of operators.entries()) {
      const page = pages[index] ?? "";
      for (const { trackId, seen: at, reports } of shown[index] ?? []) {
        const isClear = page.includes(`value="${trackId}.${at}.${reports}"`);
        if (isClear) continue;
        // What the check before publishing has lit is decided about by itself.
        expect(page).toContain('<mark class="rounded-sm bg-voice-a-tint text-ink">こんばんは</mark>');
        const card: [string, string][] = [
          ["trackId", trackId],
          ["seen", at],
          ["reports", reports],
        ];
        await press(operator, [["intent", "hide"], ...card]);
        if (isUndone) continue;
        isUndone = true;
        const after = await (await operator.get(path)).text();
        const [, undo = ""] = /<button value="(\d+)"[^>]* name="ids"/.exec(after) ?? [];
        await press(operator, [
          ["intent", "undo"],
          ["ids", undo],
        ]);
        const [track] = await db
          .select()
          .from(tracks)
          .where(eq(tracks.id, Number(trackId)));
        expect(track?.isVisible).toBe(true);
        await press(operator, [["intent", "hide"], ...card]);
      }
      const clear = [...page.matchAll(/name="ids" value="(\d+\.\d+\.\d+)"/g)].map(([, value = ""]) => value);
      if (clear.length > 0)
        await press(operator, [
          ["intent", "approve-shown"],
          ...clear.map((value): [string, string] => ["ids", value]),
        ]);
    }
  }
  expect(new Set(seen)).toEqual(new Set(ids.map(String)));
  expect(await db.$count(reviewItems, inArray(reviewItems.trackId, ids))).toBe(0);
  const rows = await db.select().from(tracks).where(inArray(tracks.id, ids));
  expect(rows.filter(({ isVisible }) => !isVisible)).toHaveLength(4);
  expect(rows.filter(({ reviewedAt }) => reviewedAt !== null)).toHaveLength(196);
});

test("a filter is kept under a name for everybody, and a refused form comes back", async () => {
  const admin = Client.withAdminSession(sharedServer().origin, (await addAdminSession()).token);
  const path = "/admin/review?length=long&reported=1";
  expect((await admin.form(path, { intent: "save-filter", name: "" })).status).toBe(400);
  expect((await admin.form("/admin/review", { intent: "save-filter", name: "すべて" })).status).toBe(400);
  expect((await admin.form(path, { intent: "save-filter", name: "長い報告" })).status).toBe(303);
  const page = await (await admin.get("/admin/review")).text();
  expect(page).toContain('href="/admin/review?reported=1&amp;length=long"');
  expect(page).toContain("長い報告");
  const [, filterId = ""] = /name="filterId" value="(\d+)"/.exec(await (await admin.get(path)).text()) ?? [];
  expect((await admin.form(path, { intent: "remove-filter", filterId })).status).toBe(303);
  expect((await admin.form(path, { intent: "remove-filter", filterId })).status).toBe(404);
  const card = { trackId: "1", seen: "1", reports: "0" };
  const refused = await admin.form(path, { intent: "take-down", ...card, reason: "" });
  expect(refused.status).toBe(400);
});

test("the words of the check before publishing are tried, saved and gone back to by forms without scripts; a 見回り saves none", async () => {
  const path = "/admin/word-list";
  const { origin } = sharedServer();
  const [operator, moderator] = [(await addAdminSession()).token, (await addOperator()).token].map((token) =>
    Client.withAdminSession(origin, token),
  );
  if (!operator || !moderator) throw new Error("no operators");
  const word = `${randomUUID().slice(0, 8)}さん式`;
  const { id: userId } = await addMember();
  const trackId = await addTrack({ userId, title: `${word}の話` });
  const post = (client: Client, fields: Record<string, string>) => client.form(path, fields);
  const baseOf = (html: string) => /name="base" value="(\d+)"/.exec(html)?.[1] ?? "";

  const tried = await (await post(operator, { intent: "try", words: word })).text();
  expect(tried).toContain(`href="/admin/tracks/${trackId}"`);
  expect(tried).toContain(`name="words" value="${word}"`);
  const save = { intent: "save", base: baseOf(tried), words: word };
  const byModerator = await post(moderator, { intent: "try", words: word });
  expect([byModerator.status, baseOf(await byModerator.text())]).toEqual([200, ""]);
  expect((await post(moderator, save)).status).toBe(403);

  expect((await post(operator, save)).headers.get("location")).toBe(path);
  // The page that was tried before is outdated.
  const again = await post(operator, { ...save, words: "別の言葉" });
  expect([again.status, (await again.text()).includes("ほかの運営者が先に変更しました")]).toEqual([
    409,
    true,
  ]);
  const refused = await post(operator, { intent: "try", words: "死", exceptions: "残る行" });
  const html = await refused.text();
  expect([refused.status, html.includes("短すぎます"), html.includes("残る行")]).toEqual([400, true, true]);

  const author = await Client.signedIn(origin, `${randomUUID()}@example.com`);
  expect((await author.send("POST", "/api/playlists", { name: word })).status).toBe(400);
  const version = Number(save.base) + 1;
  const empty = baseOf(await (await post(operator, { intent: "try" })).text());
  expect(empty).toBe(String(version));
  expect((await post(operator, { intent: "save", base: empty })).status).toBe(303);
  expect((await author.send("POST", "/api/playlists", { name: word })).status).toBe(200);
});
