import { eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { series, seriesEpisodes, tracks } from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { expect, siteFilledBy } from "../site.ts";
import { heard, listen } from "./listening-site.ts";
import { dock, play } from "./player-site.ts";

const episodes = ["夜の本 第1回 波", "夜の本 第2回 風", "夜の本 第3回 星"];
let firstId = 0;

/** Three episodes of four seconds, and a newer track of their author's, which is none. */
const test = siteFilledBy(async (dataDir) => {
  const { id: userId } = await addMember({ customUserId: "kanade" });
  const ids = await addSoundingTracks({ dataDir, userId, titles: [...episodes, "別の音声"], seconds: 4 });
  firstId = ids[0] ?? 0;
  await write(async (tx) => {
    const now = new Date();
    const [row] = await tx
      .insert(series)
      .values({
        ...{ userId, title: "夜の本", category: "科学", playlistId: null, days: [], hour: 7, state: "ended" },
        narration: { form: "reading", length: "normal", hasGreetings: true, voices: null, names: {} },
        ...{ nextAt: now, checkAt: now, createdAt: now, updatedAt: now },
      })
      .returning({ id: series.id });
    await tx.insert(seriesEpisodes).values(
      episodes.map((_, at) => ({
        ...{ seriesId: row?.id ?? 0, position: at + 1, heading: "", text: "", seconds: 4 },
        ...{ state: "published" as const, trackId: ids[at] ?? null },
      })),
    );
    // The next one to hear is not the newest.
    const [, , last = 0] = ids;
    await tx
      .update(tracks)
      .set({ uploadedAt: new Date(0) })
      .where(eq(tracks.id, last));
  });
}).extend({
  context: async ({ context }, use) => {
    await context.addInitScript(listen);
    await use(context);
  },
});

test("whoever plays an episode hears the next ones to their ends without a touch, then the author's other tracks", {
  tag: "@release",
}, async ({ page }) => {
  await page.goto(`/track/${firstId}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /^次の回：夜の本 第2回/ })).toBeVisible();
  await main.getByRole("button", play).first().click();
  // On another page the player goes on as well.
  await page.getByRole("link", { name: "検索" }).last().click();
  await expect(dock(page)).toContainText("別の音声", { timeout: 90_000 });
  const sounded = async () =>
    (await heard(page))
      .filter(({ name }) => name === "ended" || name === "error")
      .map(({ name, track }) => `${track} ${name}`);
  await expect.poll(sounded, { timeout: 60_000 }).toEqual([0, 1, 2, 3].map((at) => `${firstId + at} ended`));
  // Each from its beginning, to its end.
  for (const { position } of (await heard(page)).filter(({ name }) => name === "ended"))
    expect(position).toBeGreaterThan(3.5);
});
