import { expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { operatorActor as actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { handleReports, reopenReports } from "#app/features/reports/report-verbs.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { write } from "#db/client.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { loadLog, parseLogFields } from "./load-log.server.ts";

withDatabase();

const load = async (query: string) =>
  (await loadLog(parseLogFields(new URLSearchParams(query)), undefined)).rows;

test("a row leads to the page that has what it is about, or to all that the log says about it", async () => {
  const [member, gone] = [await addMember(), await addMember()];
  const [track, deleted] = [await addTrack({ userId: member.id }), await addTrack({ userId: member.id })];
  await write(async (tx) => {
    for (const id of [track, deleted])
      await recordAudit(tx, { actor, action: "track.visibility", target: { type: "track", id } });
    for (const { id } of [member, gone])
      await recordAudit(tx, { actor, action: "user.approve", target: { type: "user", id } });
    await recordAudit(tx, { actor, action: "theme.status", target: { type: "theme", id: 5 } });
    await recordAudit(tx, {
      actor,
      action: "admin.sign-in-failed",
      target: { type: "network", id: "2001:db8:0:1::/64" },
    });
  });
  await deleteTrack({ actor, trackId: deleted });
  await deleteAccount({ viewer: { id: gone.id }, actor });

  const links = new Map((await load("")).map(({ target }) => [target?.label, target?.to]));
  expect(links.get(`音声 ${track}`)).toBe(`/admin/tracks/${track}`);
  expect(links.get(`会員 ${member.id.slice(0, 8)}`)).toBe(`/admin/users/${member.id}`);
  const logOf = (key: string) => `/admin/log?${new URLSearchParams({ target: key, automated: "1" })}`;
  expect(links.get(`音声 ${deleted}`)).toBe(logOf(`track:${deleted}`));
  expect(links.get(`会員 ${gone.id.slice(0, 8)}`)).toBe(logOf(`user:${gone.id}`));
  expect(links.get("テーマ 5")).toBe(logOf("theme:5"));
  const network = links.get("接続元 2001:db8:0:1::/64") ?? "";
  expect(await load(new URL(network, "http://localhost").search)).toMatchObject([
    { action: "管理画面へのログインの失敗" },
  ]);
  const ofTrack = await load(new URL(logOf(`track:${deleted}`), "http://localhost").search);
  expect(ofTrack.map(({ action }) => action)).toEqual(["音声の削除", "音声の公開状態の変更"]);
  expect(await load("target=nothing:5")).toHaveLength((await load("")).length);
});

test("what was done about reports leads to them, and of a suspended author it does not say that they were denied", async () => {
  const [author, viewer] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: author.id });
  const report = { reason: "spam", comment: "" } as const;
  await reportTrack({ viewer, trackId, report });
  await suspendAccount({ userId: author.id, actor, reason: "確認しています" });
  await handleReports({ trackId, outcome: "denied", actor });
  const rows = () => load("action=report.handle");
  const cases = (state: string) => `/admin/inquiries?tab=reports&state=${state}&track=${trackId}`;
  expect(await rows()).toMatchObject([
    {
      target: { label: `音声 ${trackId}`, to: cases("closed"), isGone: false },
      change: expect.arrayContaining([{ label: "対応", before: null, after: "利用停止" }]),
    },
  ]);
  await reopenReports({ trackId, actor });
  expect(await rows()).toMatchObject([{ target: { to: cases("open") } }]);
  await deleteTrack({ actor, trackId });
  const log = `/admin/log?${new URLSearchParams({ target: `track:${trackId}`, automated: "1" })}`;
  expect((await rows()).map(({ target }) => target?.to)).toContain(log);
});
