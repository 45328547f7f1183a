// on both databases: headers, dates and counts come from each
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { blockMember } from "#app/features/blocks/block-member.server.ts";
import { db, write } from "#db/client.ts";
import { auditLog, subscriptions, users } from "#db/schema/index.ts";
import { addAdminSession } from "../../admin.ts";
import { Client } from "../../client.ts";
import { addMember, withDatabase } from "../../database.ts";
import { sharedServer } from "../../servers/shared-server.ts";

withDatabase();

let admin: Client;
beforeAll(async () => {
  const { token } = await addAdminSession();
  admin = Client.withAdminSession(sharedServer().origin, token);
});

const api = (path: string) => `/api/admin/users${path}`;

async function call(method: string, path: string, status: number, body?: unknown) {
  const response = await admin.send(method, api(path), body);
  expect(response.status, `${method} ${path}: ${await response.clone().text()}`).toBe(status);
  return response;
}

test("members are listed with their counts, and searched by name, id and address", async () => {
  const name = `名前${Date.now()}`;
  const member = await addMember({ name });
  const listed = await call("GET", "?limit=1", 200);
  expect(await listed.json()).toHaveLength(1);
  const total = Number(listed.headers.get("X-Total-Count"));
  expect(total).toBeGreaterThanOrEqual(1);
  expect(listed.headers.get("X-Filtered-Count")).toBe(String(total));
  expect(listed.headers.get("Cache-Control")).toBe("no-store");
  for (const query of [`?q=${encodeURIComponent(name)}`, `?q=${member.id.slice(0, 8)}&state=approved`]) {
    const found = await call("GET", query, 200);
    expect(await found.json(), query).toMatchObject([
      { id: member.id, name, email: member.email, isPremium: false, canInvite: true, totalPremiumMonths: 0 },
    ]);
    expect(found.headers.get("X-Filtered-Count")).toBe("1");
  }
  expect(await (await call("GET", `?q=${encodeURIComponent(name)}&state=denied`, 200)).json()).toEqual([]);
  expect(await (await call("POST", "/search", 200, { email: member.email })).json()).toMatchObject([
    { id: member.id },
  ]);
  await call("GET", `?q=${member.email}`, 400);
  for (const query of ["?page=0", "?limit=101", "?state=gone"]) await call("GET", query, 400);
  await call("POST", "/search", 400, {});
});

test("the console's page of an error has that error's title", async () => {
  for (const [path, title] of [
    ["/admin/users/nobody", "ユーザーが見つかりません"],
    ["/admin/nothing", "ページが見つかりません"],
  ]) {
    const page = await admin.get(String(path));
    expect(page.status).toBe(404);
    expect(await page.text()).toContain(`<title>${title} | 管理画面 | Mugen ∞</title>`);
  }
});

test("a member with statistics, history and sessions; looks are recorded", async () => {
  const { id } = await addMember();
  await startSession({ userId: id, deviceInfo: "Firefox/1 Android" });
  await blockMember({ viewer: await addMember(), userId: id });
  expect(await (await call("GET", `/${id}`, 200)).json()).toMatchObject({
    id,
    statistics: { trackCount: 0, playsReceived: 0, blockedByCount: 1, invitedCount: 0 },
  });
  expect(await (await call("GET", `/${id}/listening-history`, 200)).json()).toEqual([]);
  const [session] = await (await call("GET", `/${id}/sessions`, 200)).json();
  expect(session).toMatchObject({ deviceInfo: "Firefox・Android" });
  await call("DELETE", `/${id}/sessions/${session.id}`, 200);
  await call("DELETE", `/${id}/sessions/${session.id}`, 404);
  await call("DELETE", `/${id}/sessions`, 200);
  for (const path of ["", "/listening-history", "/sessions"]) {
    const missing = await call("GET", `/nobody${path}`, 404);
    expect(await missing.json()).toMatchObject({ error: "ユーザーが見つかりません" });
  }
  const rows = await db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id);
  expect(rows.map(({ action }) => action)).toEqual([
    "user.history-view",
    "user.sessions-view",
    "user.sessions-end",
  ]);
});

test("premium by both calls; a member who pays is not made free", async () => {
  const { id } = await addMember();
  const granted = await (await call("POST", "/premium", 200, { userId: id, isPremium: true })).json();
  expect(granted).toMatchObject({ id, isPremium: true, totalPremiumMonths: 1 });
  const days = (Date.parse(granted.premiumEndDate) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  const endDate = new Date(Date.now() + 90 * 86_400_000).toISOString();
  expect(
    await (await call("PATCH", `/${id}/premium`, 200, { isPremium: true, endDate })).json(),
  ).toMatchObject({
    premiumEndDate: endDate,
  });
  expect(await (await call("PATCH", `/${id}/premium`, 200, { isPremium: false })).json()).toMatchObject({
    isPremium: false,
    premiumEndDate: null,
  });
  await call("PATCH", `/${id}/premium`, 400, { isPremium: "yes" });
  await call("PATCH", `/${id}/premium`, 400, { isPremium: true, endDate: "2020-01-01T00:00:00Z" });
  await call("PATCH", "/mugen/premium", 404, { isPremium: true });
  await call("POST", "/premium", 404, { userId: "nobody", isPremium: true });

  const now = new Date();
  await write((tx) =>
    tx
      .insert(subscriptions)
      .values({ id: `sub_${id}`, userId: id, customerId: `cus_${id}`, status: "active", createdAt: now }),
  );
  const refused = await call("PATCH", `/${id}/premium`, 409, { isPremium: false });
  expect(await refused.json()).toMatchObject({ code: "conflict" });
});

test("invitations, approval and denial", async () => {
  const { id } = await addMember();
  const set = (canInvite: unknown, userId = id) => ({ userId, canInvite });
  expect(await (await call("POST", "/invitation-status", 200, set(false))).json()).toMatchObject({
    canInvite: false,
  });
  await call("POST", "/invitation-status", 400, set("no"));
  await call("POST", "/invitation-status", 404, set(true, "nobody"));
  const deny = { state: "denied", reason: "確認できません" };
  expect(await (await call("PATCH", `/${id}/state`, 200, deny)).json()).toMatchObject({ state: "denied" });
  expect(await (await call("PATCH", `/${id}/state`, 200, { state: "approved" })).json()).toMatchObject({
    state: "approved",
  });
  await call("PATCH", `/${id}/state`, 400, { state: "pending" });
  await call("PATCH", "/mugen/state", 404, deny);
});

test("deleting and ending premium need the password again after fifteen minutes", async () => {
  const { id } = await addMember();
  await call("DELETE", "/mugen", 403);
  const missing = await call("DELETE", "/nobody", 404);
  expect(await missing.json()).toMatchObject({ error: "ユーザーが見つかりません。" });
  const old = await addAdminSession({ passwordAgeMs: 16 * 60_000 });
  const stale = Client.withAdminSession(sharedServer().origin, old.token);
  for (const [method, path, body] of [
    ["DELETE", `/${id}`, undefined],
    ["PATCH", `/${id}/premium`, { isPremium: false }],
  ] as const) {
    const response = await stale.send(method, api(path), body);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "reauthentication_required" });
  }
  expect(await (await call("DELETE", `/${id}`, 200)).json()).toEqual({ success: true });
  expect(await db.$count(users, eq(users.id, id))).toBe(0);
});
