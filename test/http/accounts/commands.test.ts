import { execSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db, openDatabase, write } from "#db/client.ts";
import { auditLog, passwordlessOperators } from "#db/schema/index.ts";
import { adminPasswordHash } from "../../admin-password.ts";
import { Client } from "../../client.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

const dataDir = process.env.DATA_DIR ?? "";
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ dataDir, env: { REGISTRATION_APPROVAL: "manual" }, workers: 0 });
});
afterAll(() => server.kill());

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs an operators' command on the server's installation, or as `o` says. */
function runCommand(args: string[], o: { cwd?: string; env?: Record<string, string> } = {}): Promise<Ended> {
  const env = { ...process.env, NODE_ENV: "production", PORT: new URL(server.origin).port, ...o.env };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["app/cli.mjs", ...args], { env, cwd: o.cwd });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

test("npm run invite prints links that let as many in as said", async () => {
  const made = await runCommand(["invite", "--uses", "2", "--expires", "7d", "--count", "2"]);
  expect(made.code).toBe(0);
  const links = made.stdout.trimEnd().split("\n");
  expect(links).toHaveLength(2);
  for (const link of links) expect(link).toMatch(new RegExp(`^${server.origin}/i/[\\w-]{12}$`));
  const invitee = new Client(server.origin);
  expect((await invitee.get(new URL(links[0] ?? "").pathname)).status).toBeLessThan(400);
  const elsewhere = await runCommand(["invite"], { env: { PUBLIC_ORIGIN: "https://mugen.example" } });
  expect(elsewhere.stdout).toMatch(/^https:\/\/mugen\.example\/i\/[\w-]{12}\n$/);
});

test("npm run doctor says what is there, what is not set up, and what mends what is wrong", async () => {
  const sound = await runCommand(["doctor"], {
    env: { PUBLIC_ORIGIN: server.origin, ADMIN_PASSWORD_HASH: adminPasswordHash },
  });
  expect(sound).toMatchObject({ code: 0, stderr: "" });
  for (const line of [
    /^✓ データベース：(SQLite|PostgreSQL) /m,
    /^✓ 音声と画像のファイル：/m,
    /^✓ 公開するアドレス：.*答えます$/m,
    /^– メール：.*\n {4}→ SMTP_URL/m,
    /^– 支払い（Stripe）：/m,
    /^✓ 音声の合成：local、/m,
    /^! バックアップ：(このホストには、まだ記録が|まだ)ありません\n {4}→ BACKUP_TO/m,
    /^✓ 管理画面のパスワード：/m,
  ])
    expect(sound.stdout).toMatch(line);
  const wrong = await runCommand(["doctor"], {
    env: {
      PUBLIC_ORIGIN: "http://127.0.0.1:9",
      SMTP_URL: "smtp://127.0.0.1:9",
      BACKUP_TO: path.join(import.meta.filename, "backups"),
    },
  });
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toMatch(/^✗ 公開するアドレス：http:\/\/127\.0\.0\.1:9 にこの機械から届きません/m);
  expect(wrong.stdout).toMatch(
    /^✗ バックアップ：BACKUP_TO（.*）に取れません：.* is no folder\n {4}→ BACKUP_TO/m,
  );
  expect(wrong.stdout).toMatch(/^✗ メール：127\.0\.0\.1:9：.*\n {4}→ SMTP_URL/m);
});

test("npm run admin replaces the password, with which the console opens, and ends its logins", {
  tags: "release",
}, async () => {
  const kept = await runCommand(["admin", "password"]);
  expect(kept).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^admin {5}admin\npassword {2}\S{22} /),
  });
  const configured = await runCommand(["admin", "password"], {
    env: { ADMIN_PASSWORD_HASH: adminPasswordHash },
  });
  expect(configured.stdout).toMatch(/^password {2}\S{22} .*\nADMIN_PASSWORD_HASH=scrypt:131072:8:1:\S+\n$/);
  const admin = await Client.signedInAsAdmin(server.origin);
  expect(await runCommand(["admin", "sessions", "end"])).toMatchObject({
    code: 0,
    stdout: "1 login ended.\n",
  });
  expect((await admin.send("POST", "/api/admin/logout")).status).toBe(401);
});

test("npm run admin lets the password count again for who signs in by passkeys alone", {
  tags: "release",
}, async () => {
  const refuse = async () => {
    await openDatabase({ url: process.env.DATABASE_URL, dataDir, migrate: false });
    await write((tx) =>
      tx.insert(passwordlessOperators).values({ operatorId: "first", createdAt: new Date() }),
    );
    await closeDatabase();
  };
  await refuse();
  expect(await runCommand(["admin", "password-sign-in", "on"])).toMatchObject({
    code: 0,
    stdout: "The sign-in by password is on again.\n",
  });
  expect((await runCommand(["admin", "password-sign-in", "on"])).stdout).toBe(
    "The sign-in by password was on.\n",
  );
  for (const args of [["password"], ["second-factor", "off"]]) {
    await refuse();
    const { code, stderr } = await runCommand(["admin", ...args]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("The sign-in by password is on again.")]);
  }
});

test("npm run members lists, approves, denies and gives premium; a denied account is signed out with its next request", async () => {
  const email = "gate@example.com";
  const client = await Client.signedIn(server.origin, email, "夜\u001b[31m\u202eの");
  const listed = await runCommand(["members", "list", "--state", "pending"]);
  expect(listed.stdout).toContain(email);
  for (const control of ["\u001b", "\u202e"]) expect(listed.stdout).not.toContain(control);
  expect(await (await client.get("/api/invitations/my")).json()).toMatchObject({ code: "pending_approval" });
  expect((await runCommand(["members", "approve", email.toUpperCase()])).code).toBe(0);
  expect((await client.get("/api/invitations/my")).status).toBe(200);
  const premium = async () => (await client.get("/api/auth/premium-status")).json();
  expect((await runCommand(["members", "premium", email])).stdout).toMatch(/^Premium until 20/);
  expect(await premium()).toMatchObject({ isPremium: true, daysRemaining: 30 });
  expect((await runCommand(["members", "premium", email, "--days", "0"])).code).toBe(0);
  expect(await premium()).toMatchObject({ isPremium: false });
  expect(await runCommand(["members", "suspend", email])).toMatchObject({ code: 2, stdout: "" });
  const suspended = await runCommand(["members", "suspend", email, "--reason", "確認しています"]);
  expect(suspended).toMatchObject({ code: 0, stdout: expect.stringContaining("1 session ended") });
  expect((await runCommand(["members", "list", "--state", "suspended"])).stdout).toContain(email);
  const locked = await Client.signedIn(server.origin, email);
  expect(await (await locked.get("/api/invitations/my")).json()).toMatchObject({ code: "account_suspended" });
  expect(await (await locked.get("/access-denied")).text()).toContain("確認しています");
  expect((await runCommand(["members", "restore", email])).code).toBe(0);
  expect((await runCommand(["members", "restore", email])).code).toBe(1);
  expect((await locked.get("/api/invitations/my")).status).toBe(200);
  const denied = await runCommand(["members", "deny", email]);
  expect(denied).toMatchObject({ code: 0, stdout: expect.stringContaining("1 session ended") });
  const after = await client.get("/api/invitations/my");
  expect(after.status).toBe(401);
  expect((await client.get("/api/auth/user")).status).toBe(401);
  // What operators did is in the audit log, about accounts by their ids alone.
  await openDatabase({ url: process.env.DATABASE_URL, dataDir, migrate: false });
  const log = await db.select().from(auditLog).where(eq(auditLog.actorKind, "operator"));
  await closeDatabase();
  const actions = log.map(({ action }) => action);
  for (const action of ["user.list-view", "user.approve", "user.premium-grant", "user.suspend", "user.deny"])
    expect(actions).toContain(action);
  expect(JSON.stringify(log)).not.toContain("@");
});

test.each([
  [["nonsense"], 2],
  [["members", "list", "--state", "gone"], 2],
  [["members", "approve", "nobody@example.com"], 1],
  [["messages", "read", "report-999"], 1],
  [["tracks", "premium-only", "2147483647", "on"], 1],
])("%j ends with %i and says why", async (args, code) => {
  const ended = await runCommand(args);
  expect(ended).toMatchObject({ code, stdout: "" });
  expect(ended.stderr).not.toBe("");
  expect(ended.stderr).not.toMatch(/^\s+at /m);
});

test.skipIf(process.env.DATABASE_URL)("a folder without an installation stays one", async () => {
  const ended = await runCommand(["invite"], { env: { DATA_DIR: path.join(dataDir, "none") } });
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("start the server once") });
});

test("the commands run from what the Docker image holds", async () => {
  const image = path.join(dataDir, "image");
  mkdirSync(image);
  const recipe = readFileSync("Dockerfile", "utf8");
  // As written there, in a copy of what it reads.
  const listPackages = /^RUN (npm sbom .+)$/m.exec(recipe)?.[1] ?? "";
  for (const file of ["package.json", "package-lock.json"]) cpSync(file, path.join(image, file));
  execSync(listPackages, { cwd: image });
  const listed = JSON.parse(readFileSync(path.join(image, "sbom.json"), "utf8"));
  expect(listed.components.length).toBeGreaterThan(50);
  expect(listed.components.map(({ name }: { name: string }) => name)).not.toContain("vitest");
  for (const [, sources = ""] of recipe.matchAll(/^COPY --from=build (.+) \S+$/gm)) {
    for (const source of sources.split(" ")) {
      const file = path.relative("/app", source);
      if (file === "sbom.json") continue;
      if (file === "node_modules") symlinkSync(path.resolve(file), path.join(image, file));
      // Other servers write to the cache of compiled code meanwhile.
      else
        cpSync(file, path.join(image, file), {
          recursive: true,
          filter: (name) => !name.includes("compile-cache"),
        });
    }
  }
  expect((await runCommand(["invite"], { cwd: image })).stdout).toContain("/i/");
});
