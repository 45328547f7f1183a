import { beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { closeDatabase } from "#db/client.ts";
import { Client } from "#test/client.ts";
import { addMember, openTestDatabase } from "#test/database.ts";
import { addPreview } from "#test/full-account.ts";
import { sharedServer } from "#test/servers/shared-server.ts";

let client: Client;
let preview: Awaited<ReturnType<typeof addPreview>>;
beforeAll(async () => {
  await openTestDatabase();
  const viewer = await addMember();
  preview = await addPreview(viewer);
  const token = await startSession({ userId: viewer.id, deviceInfo: "" });
  await closeDatabase();
  client = Client.withSession(sharedServer().origin, token);
});

const agreed = Object.fromEntries([0, 1, 2, 3].map((point) => [`agreedToTerms[${point}]`, "on"]));

test("without JavaScript: a track is planned, planned otherwise, taken back and published", async () => {
  const { previewFilename, taskId } = preview;
  const step = "/create-post-v2?step=publish";
  expect(await (await client.get(step)).text()).toContain('name="when"');
  const heading = { intent: "publish", previewFilename, title: "あすの音" };
  const past = { ...heading, ...agreed, when: "later", day: "2020-01-01", hour: "7" };
  const refused = await client.form(step, past);
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain("これからの日時を選んでください。");
  expect(page).toContain('value="2020-01-01"');

  const day = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const planned = await client.form(step, { ...past, day });
  expect([planned.status, planned.headers.get("Location")]).toEqual([303, "/drafts"]);
  const path = `/drafts/${taskId}`;
  expect(await (await client.get("/drafts")).text()).toContain(`href="${path}"`);
  const draft = await (await client.get(path)).text();
  expect(draft).toContain(`value="${day}"`);
  expect(draft).not.toContain("agreedToTerms");

  await client.form(path, { intent: "change", title: "別の題", when: "later", day, hour: "22" });
  expect(await (await client.get(path)).text()).toMatch(/22:00<!-- -->に公開|22:00に公開/);
  await client.form(path, { intent: "withdraw" });
  const unplanned = await (await client.get(path)).text();
  expect(unplanned).toContain("agreedToTerms");
  expect(unplanned).toContain("別の題");
  const published = await client.form(path, { intent: "publish", title: "いま", when: "now", ...agreed });
  expect(published.headers.get("Location")).toContain("/track/");
  expect((await client.get(path)).status).toBe(404);
});
