import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { desc, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { operatorActor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { db, write } from "#db/client.ts";
import {
  auditLog,
  contactMessages,
  listeningHistory,
  objections,
  sessions,
  tracks,
  users,
} from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import * as command from "./command.ts";
import { run } from "./incident-command.ts";

// The test's database is open already.
vi.spyOn(command, "runCommand").mockImplementation(async (_usage, prepare) => {
  await prepare()();
  return 0;
});

withDatabase();

async function runCommand(...args: string[]): Promise<string> {
  let output = "";
  const printed = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
  const remarked = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    await run(args);
  } finally {
    printed.mockRestore();
    remarked.mockRestore();
  }
  return output;
}

/** In Tokyo it is noon. */
const during = new Date("2026-02-03T03:00:00Z");
const before = new Date("2026-02-02T14:59:59Z");
const day = ["--from", "2026-02-03", "--to", "2026-02-03"] as const;

test("an incident names who was there, what of theirs, and who looked at it; files are the operator's alone", async () => {
  const signedIn = await addMember({ name: "=1+1" });
  const listened = await addMember({ name: "聴いた人" });
  const watched = await addMember({ name: "見られた人" });
  const exported = await addMember({ name: "受け取った人" });
  const outside = await addMember({ name: "前の人" });
  const trackId = await addTrack({ userId: outside.id });
  const session = { deviceInfo: "Firefox/1", createdAt: during, lastActiveAt: during, expiresAt: new Date() };
  await write(async (tx) => {
    await tx.update(tracks).set({ uploadedAt: before }).where(eq(tracks.id, trackId));
    await tx.update(users).set({ updatedAt: before });
    await tx.insert(sessions).values([
      { ...session, id: "during", userId: signedIn.id },
      // From before, and in use beyond it.
      { ...session, id: "long", userId: watched.id, createdAt: before, lastActiveAt: new Date() },
      { ...session, id: "before", userId: outside.id, createdAt: before, lastActiveAt: before },
    ]);
    await tx
      .insert(listeningHistory)
      .values({ userId: listened.id, trackId, listenedAt: during, positionMs: 9 });
    const target = { type: "user" as const, id: watched.id };
    await recordAudit(tx, { actor: operatorActor, action: "user.history-view", target, now: during });
    await recordAudit(tx, { actor: operatorActor, action: "user.sessions-view", target, now: before });
  });
  const folder = await mkdtemp(path.join(tmpdir(), "mugen-incident-"));
  const log = path.join(folder, "server.log");
  const line = (time: Date, userId: string) =>
    JSON.stringify({ time: time.getTime(), event: "data_exported", userId });
  const lines = [line(during, exported.id), line(before, outside.id), "not JSON: data_exported"];
  await writeFile(log, lines.join("\n"));

  const to = path.join(folder, "incident");
  const printed = await runCommand(...day, "--log", log, "--to-folder", to);
  expect(printed).toContain("Members affected: 4");
  expect(printed).toMatch(/sign-ins +1\n/);
  expect(printed).toMatch(/sessions +2\n/);
  expect(printed).toContain("Acts of operators and commands: 1");

  const files = ["members.csv", "acts.csv", "letter.txt", "report.txt"];
  const texts = await Promise.all(files.map((name) => readFile(path.join(to, name), "utf8")));
  for (const name of files) expect((await stat(path.join(to, name))).mode & 0o777, name).toBe(0o600);
  const [members = "", acts = "", letter = "", report = ""] = texts;
  for (const { id, email } of [signedIn, listened, watched, exported])
    expect(members).toMatch(new RegExp(`"${id}","[^"]*","${email}"`));
  expect(members).not.toContain(outside.id);
  expect(members).toContain(`"'=1+1"`);
  expect(acts).toContain(watched.id);
  expect(acts).toContain("再生履歴の閲覧");
  expect(acts).not.toContain("端末の閲覧");
  expect(letter).toContain("・再生履歴\n");
  expect(letter).not.toContain("お支払い");
  expect(report).toContain("4人");

  const [logged] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(logged).toMatchObject({ action: "incident.report-view", actorKind: "operator" });
  expect(logged?.after).toMatchObject({ from: "2026-02-02T15:00:00.000Z", members: 4 });
  expect(JSON.stringify(logged)).not.toContain(signedIn.email);

  await expect(runCommand(...day, "--to-folder", to)).rejects.toThrow("can't be written");
  expect(await runCommand(...day, "--what", "listening")).toContain("Members affected: 1\n");
});

test("who wrote or objected without an account is affected too, once for each address; a member's objection is a member's", async () => {
  const member = await addMember();
  const typed = { name: "原 かおる", email: "kaoru@example.com" };
  const objection = (receipt: string, createdAt: Date) => ({
    ...{ receipt, token: receipt, target: "/track/1", explanation: "声", dueAt: createdAt, createdAt },
    ...{ ...typed, party: "voice" as const, demand: "take-down" as const },
  });
  const message = { ...typed, subject: "質問", message: "質問です。", createdAt: during };
  await write(async (tx) => {
    await tx.insert(contactMessages).values(message);
    await tx
      .insert(objections)
      .values([
        objection("M2", during),
        objection("M3", during),
        { ...objection("M4", before), email: "earlier@example.com" },
        { ...objection("M5", during), name: "", email: "", erasedAt: during },
        { ...objection("M6", during), userId: member.id },
      ]);
  });
  const to = path.join(await mkdtemp(path.join(tmpdir(), "mugen-incident-")), "incident");
  const kinds = ["--what", "messages,objections"] as const;
  const printed = await runCommand(...day, ...kinds, "--to-folder", to);
  expect(printed).toContain("Members affected: 1\n");
  expect(printed).toMatch(/objections +1\n/);
  expect(printed).toContain("without an account who wrote: 1\n");
  const read = (name: string) => readFile(path.join(to, name), "utf8");
  expect((await read("outsiders.csv")).trim().split("\r\n").slice(1)).toEqual([
    '"原 かおる","kaoru@example.com","1","2"',
  ]);
  expect(await read("letter.txt")).toContain("・申し立て、公開停止への異議\n");
  expect(await read("report.txt")).toContain("送った方が1人\n");
  expect(await runCommand(...day, "--what", "tracks")).toContain("without an account who wrote: 0\n");
});

test.each([
  [["--from", "2026-02-03"], "--to"],
  [["--from", "yesterday", "--to", "2026-02-03"], "--from"],
  [["--from", "2026-02-04", "--to", "2026-02-03"], "after"],
  [[...day, "--what", "everything"], "everything"],
  [[...day, "--what", "exports"], "--log"],
])("%j is refused: %s", async (args, message) => {
  await expect(runCommand(...args)).rejects.toThrow(message);
});
