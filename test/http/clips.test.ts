import { beforeAll, expect, test } from "vitest";
import { write } from "#db/client.ts";
import { renditions, transcriptCues } from "#db/schema/index.ts";
import { Client } from "../client.ts";
import { addMember, withDatabase } from "../database.ts";
import { sharedServer } from "../servers/shared-server.ts";
import { addTrack } from "../tracks.ts";

let origin = "";
let trackId = 0;
withDatabase();
beforeAll(async () => {
  const { id: userId } = await addMember({ name: "かなで" });
  trackId = await addTrack({ userId, title: "夜の窓" });
  const cue = (position: number, text: string) => ({
    trackId,
    position,
    speaker: "A" as const,
    text,
    startMs: position * 2000,
    endMs: position * 2000 + 1500,
    turn: position,
  });
  await write(async (tx) => {
    await tx
      .insert(transcriptCues)
      .values([cue(0, "灯りが消えます。"), cue(1, "静かです。"), cue(2, "眠ります。")]);
    await tx.insert(renditions).values({
      trackId,
      kbps: 64,
      storageKey: `audio/clip-${trackId}/64.mp3`,
      bytes: 1000,
      sha256: "0".repeat(64),
      createdAt: new Date(),
    });
  });
  ({ origin } = sharedServer());
});

test("a passage is picked by a form, is heard by everybody at its address, and is in a notebook", async () => {
  const client = await Client.signedIn(origin, "clips@example.com");
  const page = await (await client.get(`/track/${trackId}/clip`)).text();
  expect(page).toContain('name="from" value="1.0"');
  const refused = await client.form(`/track/${trackId}/clip`, { from: "0.0", to: "7.0" });
  expect(refused.status).toBe(400);
  const refusal = await refused.text();
  expect(refusal).toContain("はじめの文と、おわりの文を選んでください");
  expect(refusal).toContain("<title>エラー：一節を選ぶ");
  const made = await client.form(`/track/${trackId}/clip`, { from: "0.0", to: "1.0" });
  expect(made.status).toBe(303);
  const path = new URL(made.headers.get("Location") ?? "", origin).pathname;
  expect(path).toMatch(/^\/clip\/[\w-]{12}$/);

  const visitor = new Client(origin);
  const shown = await (await visitor.get(path)).text();
  expect(shown).toContain(`src="/api/stream/${trackId}#t=0.00,3.50"`);
  expect(shown).toContain("灯りが消えます。");
  expect(shown).not.toContain("眠ります。");
  expect(shown).not.toContain("この一節を消す");
  const card =
    /property="og:image" content="[^"]*(\/clip\/[^"]+)"/.exec(shown)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const picture = await visitor.get(card);
  expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  const embedded = await (await visitor.get(`/embed${path}`)).text();
  expect(embedded).toContain(`#t=0.00,3.50`);
  expect(embedded).toContain(`data-start="0" data-end="3.5"`);

  expect(await (await client.get("/clips?search=静か")).text()).toContain(path);
  const file = await client.get("/clips.md");
  expect(file.headers.get("Content-Disposition")).toContain("mugen-clips.md");
  expect(await file.text()).toContain("> 静かです。");

  const other = await Client.signedIn(origin, "others-clips@example.com");
  await other.form(path, { intent: "delete" });
  expect((await visitor.get(path)).status).toBe(200);
  const kept = await client.form(path, { intent: "burn" });
  expect([kept.status, await kept.text()]).toEqual([400, expect.stringContaining("削除できませんでした")]);
  expect((await client.form(path, { intent: "delete" })).status).toBe(303);
  expect((await visitor.get(path)).status).toBe(404);
});
