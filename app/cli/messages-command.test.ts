import { beforeEach, expect, test, vi } from "vitest";
import { operatorActor } from "#app/features/audit/actor.ts";
import { sendContactMessage } from "#app/features/contact/send-contact-message.server.ts";
import { reportMember, reportPlaylist } from "#app/features/reports/report-member-or-playlist.server.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { write } from "#db/client.ts";
import { contactMessages, trackReports } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import * as command from "./command.ts";
import { run } from "./messages-command.ts";

// The test's database is open already.
vi.spyOn(command, "runCommand").mockImplementation(async (_usage, prepare) => {
  await prepare()();
  return 0;
});

withDatabase();

beforeEach(async () => {
  await write(async (tx) => {
    await tx.delete(contactMessages);
    await tx.delete(trackReports);
  });
});

async function runCommand(...args: string[]): Promise<string> {
  let output = "";
  const print = (text: unknown) => {
    output += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(print),
    vi.spyOn(console, "error").mockImplementation(print),
  ];
  try {
    await run(args);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return output;
}

const idsIn = (text: string) => [...text.matchAll(/(?:contact|report)-\d+/g)].map(([id]) => id);

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 3, minute));

async function receive() {
  const [author, reporter] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: author.id, title: "灯台守の一日" });
  const message = {
    name: "灯\u202e台",
    email: "typed@example.com",
    subject: "技術的な問題" as const,
    message: "一行目\u001b[31m\n二行目",
  };
  await sendContactMessage({ viewer: null, message, now: at(1) });
  const report = { reason: "false" as const, comment: "日づけがちがいます。" };
  await reportTrack({ viewer: reporter, trackId, report, now: at(2) });
  const [reportId = "", contactId = ""] = idsIn(await runCommand("list"));
  return { trackId, reporter, report, reportId, contactId };
}

test("messages and reports are listed together, the newest first, and shown whole without control characters", async () => {
  expect(await runCommand("list")).toBe("Nothing is open.");
  const { trackId, reporter, reportId, contactId } = await receive();
  const listed = await runCommand("list");
  expect(listed).toBe(
    [
      `open     2026/11/22 12:02  ${reportId}  事実と異なる  灯台守の一日  ${reporter.id}`,
      `open     2026/11/22 12:01  ${contactId}  技術的な問題  灯�台 <typed@example.com>`,
      "",
    ].join("\n"),
  );
  expect(await runCommand("list", "--limit", "1")).toMatch(/^open .*report-\d+.*\nOnly the newest 1/);
  const message = await runCommand("read", contactId);
  expect(message).toMatch(/^From: +灯�台 <typed@example\.com>\nAccount: +none \(a visitor\)$/m);
  expect(message).toMatch(/\n\n一行目�\[31m\n二行目\n$/);
  const report = await runCommand("read", reportId);
  expect(report).toMatch(new RegExp(`/track/${trackId}\n`));
  expect(report).toMatch(/\n\n日づけがちがいます。\n$/);
});

test("what is handled leaves the list until it is opened again, or reported anew", async () => {
  const { trackId, reporter, report, reportId, contactId } = await receive();
  for (const id of [contactId, reportId]) {
    expect(await runCommand("handle", id)).toMatch(/^Handled: /);
    expect(await runCommand("handle", id)).toMatch(/^Was handled already: /);
    expect(await runCommand("read", id)).toMatch(/^State: +handled 2/);
    expect(idsIn(await runCommand("list"))).not.toContain(id);
    expect(idsIn(await runCommand("list", "--state", "handled"))).toContain(id);
  }
  expect(idsIn(await runCommand("list", "--state", "all"))).toEqual([reportId, contactId]);
  expect(await runCommand("reopen", contactId)).toMatch(/^Open again: /);
  expect(await runCommand("reopen", contactId)).toMatch(/^Was open already: /);
  await reportTrack({ viewer: reporter, trackId, report: { ...report, reason: "spam" }, now: at(3) });
  expect(idsIn(await runCommand("list"))).toEqual([reportId, contactId]);
});

test("reports of members and playlists are listed, shown and handled like those of tracks", async () => {
  const [owner, reporter] = [await addMember(), await addMember()];
  const playlistId = await addPlaylist({ userId: owner.id, trackIds: [], name: "夜の散歩" });
  const report = { reason: "impersonation" as const, comment: "別の人の名前です。" };
  await reportMember({ viewer: reporter, memberId: owner.id, report, now: at(1) });
  await reportPlaylist({ viewer: reporter, playlistId, report, now: at(2) });
  const [ofPlaylist = "", ofMember = ""] = idsIn(await runCommand("list"));
  expect(await runCommand("read", ofPlaylist)).toMatch(
    new RegExp(`^Playlist: 夜の散歩\nAddress: .+/playlists/${playlistId}\nOwner: +.+\\(${owner.id}\\)$`, "m"),
  );
  expect(await runCommand("read", ofMember)).toMatch(new RegExp(`^Member: +.+\\(${owner.id}\\)$`, "m"));
  for (const id of [ofPlaylist, ofMember]) expect(await runCommand("handle", id)).toMatch(/^Handled: /);
  expect(await runCommand("list")).toBe("Nothing is open.");
});

test("a report of a track that its author has hidden can be handled, and one that was taken down says so", async () => {
  const { trackId, reportId } = await receive();
  await updateTrack(trackId, { isVisible: false });
  expect(await runCommand("read", reportId)).not.toContain("taken down");
  expect(await runCommand("handle", reportId)).toMatch(/^Handled: /);
  await runCommand("reopen", reportId);
  await takeDownTrack({ trackId, reason: null, actor: operatorActor });
  expect(await runCommand("read", reportId)).toMatch(/^Track: +灯台守の一日 \(taken down\)$/m);
  expect(await runCommand("handle", reportId)).toMatch(/^Handled: /);
});

test("what is not there can't be read or handled", async () => {
  for (const command of ["read", "handle"])
    for (const id of ["contact-999", "report-999"])
      await expect(runCommand(command, id)).rejects.toThrow(`There is no ${id}.`);
});
