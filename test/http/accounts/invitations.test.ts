import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Client } from "../../client.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

const dataDir = process.env.DATA_DIR ?? "";
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ dataDir, env: { REGISTRATION_APPROVAL: "manual", LOG_LEVEL: "info" } });
});
afterAll(() => server.kill());

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs an operators' command on the server's installation, or as `o` says. */
function operate(args: string[], o: { cwd?: string; env?: Record<string, string> } = {}): Promise<Ended> {
  const env = { ...process.env, NODE_ENV: "production", PORT: new URL(server.origin).port, ...o.env };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["app/cli.mjs", ...args], { env, cwd: o.cwd });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

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

/** Signs in as a new account and approves it. */
async function newMember(email: string): Promise<Client> {
  const client = await Client.signedIn(server.origin, email);
  expect((await operate(["members", "approve", email])).code).toBe(0);
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

test("npm run invite prints links that let as many in as said", async () => {
  const made = await operate(["invite", "--uses", "2", "--expires", "7d", "--count", "2"]);
  expect(made.code).toBe(0);
  const links = made.stdout.trimEnd().split("\n");
  expect(links).toHaveLength(2);
  for (const link of links) expect(link).toMatch(new RegExp(`^${server.origin}/i/[\\w-]{12}$`));
  const invitee = new Client(server.origin);
  expect((await invitee.get(new URL(links[0] ?? "").pathname)).status).toBeLessThan(400);
  const elsewhere = await operate(["invite"], { env: { PUBLIC_ORIGIN: "https://mugen.example" } });
  expect(elsewhere.stdout).toMatch(/^https:\/\/mugen\.example\/i\/[\w-]{12}\n$/);
});

test("npm run members lists, approves, denies and gives premium; a denied account is signed out with its next request", async () => {
  const email = "gate@example.com";
  const client = await Client.signedIn(server.origin, email, "夜\u001b[31m\u202eの");
  const listed = await operate(["members", "list", "--state", "pending"]);
  expect(listed.stdout).toContain(email);
  for (const control of ["\u001b", "\u202e"]) expect(listed.stdout).not.toContain(control);
  expect(await (await client.get("/api/invitations/my")).json()).toMatchObject({ code: "pending_approval" });
  expect((await operate(["members", "approve", email.toUpperCase()])).code).toBe(0);
  expect((await client.get("/api/invitations/my")).status).toBe(200);
  const premium = async () => (await client.get("/api/auth/premium-status")).json();
  expect((await operate(["members", "premium", email])).stdout).toMatch(/^Premium until 20/);
  expect(await premium()).toMatchObject({ isPremium: true, daysRemaining: 30 });
  expect((await operate(["members", "premium", email, "--days", "0"])).code).toBe(0);
  expect(await premium()).toMatchObject({ isPremium: false });
  const denied = await operate(["members", "deny", email]);
  expect(denied).toMatchObject({ code: 0, stdout: expect.stringContaining("1 session ended") });
  const after = await client.get("/api/invitations/my");
  expect(after.status).toBe(401);
  expect((await client.get("/api/auth/user")).status).toBe(401);
  // What operators did is written down, about accounts by their ids alone.
  const log = readFileSync(path.join(dataDir, "operators.log"), "utf8");
  expect(log).toMatch(/"event":"operator_command","command":"members deny","userId":"[0-9a-f-]{36}"/);
  expect(log).not.toContain("@");
});

test.each([
  [["nonsense"], 2],
  [["members", "list", "--state", "gone"], 2],
  [["members", "approve", "nobody@example.com"], 1],
  [["messages", "read", "report-999"], 1],
  [["tracks", "premium-only", "2147483647", "on"], 1],
])("%j ends with %i and says why", async (args, code) => {
  const ended = await operate(args);
  expect(ended).toMatchObject({ code, stdout: "" });
  expect(ended.stderr).not.toBe("");
  expect(ended.stderr).not.toMatch(/^\s+at /m);
});

test.skipIf(process.env.DATABASE_URL)("a folder without an installation stays one", async () => {
  const ended = await operate(["invite"], { env: { DATA_DIR: path.join(dataDir, "none") } });
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("start the server once") });
});

test("the commands run from what the Docker image holds", async () => {
  const image = path.join(dataDir, "image");
  mkdirSync(image);
  for (const [, sources = ""] of readFileSync("Dockerfile", "utf8").matchAll(
    /^COPY --from=build (.+) \S+$/gm,
  )) {
    for (const source of sources.split(" ")) {
      const file = path.relative("/app", source);
      if (file === "node_modules") symlinkSync(path.resolve(file), path.join(image, file));
      else cpSync(file, path.join(image, file), { recursive: true });
    }
  }
  expect((await operate(["invite"], { cwd: image })).stdout).toContain("/i/");
});
