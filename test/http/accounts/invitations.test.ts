import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { Client } from "../../client.ts";
import { withDatabase } from "../../database.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

withDatabase();

let server: RunningServer;
beforeAll(async () => {
  const env = { REGISTRATION_APPROVAL: "manual", LOG_LEVEL: "info" };
  server = await startServer({ env, workers: 0 });
});
afterAll(() => server.kill());

const invitationList = z.array(
  z.object({
    id: z.string(),
    code: z.string(),
    usedCount: z.number(),
    maxUses: z.number(),
    isActive: z.boolean(),
  }),
);
const listOf = async (client: Client) =>
  invitationList.parse(await (await client.get("/api/invitations/my")).json());

async function newMember(email: string): Promise<Client> {
  const client = await Client.signedIn(server.origin, email);
  const approved = { state: "approved" } as const;
  await write((tx) => tx.update(users).set(approved).where(eq(users.email, email)));
  return client;
}

test("a member sees, counts and revokes the own codes, and nobody else's", async () => {
  const [member, other] = [await newMember("calls@example.com"), await newMember("others@example.com")];
  const list = await listOf(member);
  expect(list).toHaveLength(3);
  expect(list[0]).toEqual({
    id: list[0]?.code,
    code: expect.stringMatching(/^[\w-]{12}$/),
    usedCount: 0,
    maxUses: 1,
    isActive: true,
  });
  const code = list[0]?.code ?? "";
  const foreign = await other.send("DELETE", `/api/invitations/${code}`);
  expect(foreign.status).toBe(404);
  expect(await foreign.json()).toMatchObject({ code: "not_found" });
  expect((await member.send("DELETE", `/api/invitations/${code}`)).status).toBe(200);
  expect(await listOf(member)).toEqual([{ ...list[0], isActive: false }, ...list.slice(1)]);
  const stats = await (await member.get("/api/invitations/stats")).json();
  expect(stats).toEqual({ totalInvitesUsed: 0, availableInvites: 2 });
  expect(server.output()).not.toContain(code);
});

test("a used code counts, can't be revoked and is said so", async () => {
  const host = await newMember("host@example.com");
  const [first] = await listOf(host);
  const invitee = new Client(server.origin);
  await invitee.get(`/i/${first?.code}`);
  await invitee.form("/sign-in", { name: "友", email: "guest@example.com" });
  expect((await listOf(host))[0]).toMatchObject({ usedCount: 1, isActive: true });
  const refused = await host.send("DELETE", `/api/invitations/${first?.code}`);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: "使用済みの招待コードは無効にできません" });
  const form = await host.form("/invite-friends", { intent: "revoke", code: first?.code ?? "" });
  expect(form.status).toBe(409);
  expect(await form.text()).toContain("使用済みの招待コードは無効にできません");
});

test.each([
  ["GET", "/api/invitations/my"],
  ["GET", "/api/invitations/stats"],
  ["DELETE", "/api/invitations/x"],
])("%s %s is for approved members, and takes no other method", async (method, path) => {
  expect((await new Client(server.origin).send(method, path)).status).toBe(401);
  const waiting = await Client.signedIn(server.origin, "waiting@example.com");
  const answer = await waiting.send(method, path);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: "pending_approval" });
  const wrong = await waiting.send("PATCH", path, {});
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get("Allow")).toContain(method);
});

test("codes that can't be are not found, however they are written", async () => {
  const member = await newMember("bad@example.com");
  for (const code of ["x", "%00", "%20", "a%2Fb", "%F0%9F%98%80", "x".repeat(5000), "%ED%A0%80"]) {
    const { status } = await member.send("DELETE", `/api/invitations/${code}`);
    expect([400, 404], code.slice(0, 20)).toContain(status);
    const form = await member.form("/invite-friends", {
      code: decodeURIComponent(code.replace(/%ED.*/, "")),
    });
    expect([400, 404], code.slice(0, 20)).toContain(form.status);
    expect((await member.get(`/invite-friends?revoke=${code}`)).status).toBe(200);
  }
  expect((await member.send("POST", "/invite-friends", {})).status).toBe(415);
});
