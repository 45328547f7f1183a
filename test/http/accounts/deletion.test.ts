// on both databases: an account goes in two browsers at once, while a worker speaks for it
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makePreview, publicationOf, sampleText, startPreview, writeScript } from "../../api/journeys.ts";
import { Client } from "../../client.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";
import { startStripe } from "../../stripe/server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ workers: 1 });
});
afterAll(async () => {
  await server.kill();
  // Work whose account is deleted under it ends quietly.
  expect(server.output()).not.toContain("failed");
});

const visitor = () => new Client(server.origin);
const signedIn = (name: string) => Client.signedIn(server.origin, `${name}@example.com`);
const status = async (client: Client, path = "/api/auth/user") => (await client.get(path)).status;

test("a deleted account is gone for every browser at once, its work and its tracks too", async () => {
  const [member, second] = [await signedIn("leaving"), await signedIn("leaving")];
  const made = await makePreview(member);
  const { trackId } = z
    .object({ trackId: z.number() })
    .parse(await (await member.send("POST", "/api/publish-track", publicationOf(made))).json());
  await startPreview(member, await writeScript(member, sampleText));
  expect(await status(visitor(), `/api/stream/${trackId}`)).toBe(200);

  const refused = await member.form("/settings", { intent: "delete-account", confirm: "はい" });
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain("「削除」と入力してください");
  expect(page).toContain('value="はい"');
  expect(await status(member)).toBe(200);

  const answers = await Promise.all([
    member.form("/settings", { intent: "delete-account", confirm: " 削除 " }),
    second.send("DELETE", "/api/auth/account"),
  ]);
  // The second may come when the first has already ended its session.
  expect([200, 401]).toContain(answers[1].status);
  expect(answers[0].status).toBe(303);
  for (const client of [member, second]) expect(await status(client)).toBe(401);
  expect(await status(visitor(), `/api/stream/${trackId}`)).toBe(404);
  expect(await status(visitor(), `/track/${trackId}`)).toBe(404);
  expect(await (await visitor().get("/settings?deleted=1")).text()).not.toContain("削除しました");
  const late = await second.form("/settings", { intent: "delete-account", confirm: "削除" });
  expect(late.headers.get("Location")).toBe("/settings");
  const health = await (await visitor().get("/health")).json();
  expect(health).toMatchObject({ status: "ok" });
});

// The same on Postgres is shown for a track in crash/creation.test.ts.
test.skipIf(process.env.DATABASE_URL)(
  "a server that dies between an account's rows and its files removes these at its next start, and ends its payments",
  async () => {
    const dataDir = `${process.env.DATA_DIR}/dying`;
    const stripe = await startStripe();
    const buying = await startServer({
      dataDir,
      env: { ...stripe.settings, CRASH_AT: "subscription-created" },
    });
    const buyer = await Client.signedIn(buying.origin, "dying@example.com");
    await buyer.send("POST", "/api/create-payment-intent", {}).catch(() => {});
    await buying.ended;
    const dying = await startServer({ dataDir, env: { ...stripe.settings, CRASH_AT: "account-deleted" } });
    const member = await Client.signedIn(dying.origin, "dying@example.com");
    const begun = await member.send("POST", "/api/create-payment-intent", {});
    stripe.pay((await begun.json()).clientSecret);
    expect((await member.send("POST", "/api/user/upgrade-premium", {})).status).toBe(200);
    const statuses = () => [...stripe.account.subscriptions.values()].map(({ status }) => status);
    expect(statuses()).toEqual(["active"]);
    await member.send("POST", "/api/publish-track", publicationOf(await makePreview(member)));
    const files = () =>
      readdirSync(`${dataDir}/files`, { recursive: true }).filter((name) => /mp3$/.test(`${name}`));
    expect(files()).toHaveLength(2);
    await member.send("DELETE", "/api/auth/account").catch(() => {});
    await dying.ended;
    expect(files()).toHaveLength(2);
    expect(statuses()).toEqual(["active"]);
    const next = await startServer({ dataDir, env: stripe.settings });
    await expect.poll(files).toEqual([]);
    await expect.poll(statuses).toEqual(["canceled"]);
    const again = await Client.signedIn(next.origin, "dying@example.com");
    expect(await (await again.get("/api/auth/export")).json()).toMatchObject({
      tracks: [],
      creationTasks: [],
    });
    await next.stop();
    await stripe.close();
  },
);
