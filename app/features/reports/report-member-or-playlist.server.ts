import { and, eq, ne } from "drizzle-orm";
import { profilePath } from "#app/features/accounts/account.ts";
import { lockUserForShare } from "#app/features/accounts/server/locks.server.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { playlists, users } from "#db/schema/index.ts";
import { memberReportMessages, playlistReportMessages } from "./report.ts";
import type { SubjectReport } from "./reports.schema.ts";
import { storeReport } from "./store-report.server.ts";

interface ReportOptions {
  viewer: { id: string } | null;
  report: SubjectReport;
  now?: Date;
}

/**
 * About a member's name, picture or conduct, not a single track; otherwise like `storeReport`. Throws `NotFound` for a
 * member whose page others do not see and for the official account, `Forbidden` for oneself, `NotAuthenticated` when the
 * viewer's account was deleted.
 */
export async function reportMember(options: ReportOptions & { memberId: string }): Promise<void> {
  const { viewer, memberId, report, now = new Date() } = options;
  await write(async (tx) => {
    const member = await lockReportedMember(tx, { viewer, memberId });
    const about = { noun: "会員", title: member.name, path: profilePath(member) };
    await storeReport(tx, { viewer, subject: { memberId }, report, about, now });
  });
}

/** Prevents deadlocks: accounts are locked in the order of ids. Concurrent reports of one member take turns. */
async function lockReportedMember(tx: Db, o: { viewer: { id: string } | null; memberId: string }) {
  const { viewer, memberId } = o;
  if (viewer?.id === memberId) throw new Forbidden(memberReportMessages.own);
  if (viewer && viewer.id < memberId) await lockUserForShare(tx, viewer.id);
  const [member] = await forUpdate(
    tx
      .select({ id: users.id, name: users.name, customUserId: users.customUserId })
      .from(users)
      .where(and(eq(users.id, memberId), eq(users.state, "approved"), ne(users.provider, "system"))),
    "no key update",
  );
  if (!member) throw new NotFound("ユーザーが見つかりません");
  if (viewer && viewer.id > memberId) await lockUserForShare(tx, viewer.id);
  return member;
}

/** About its name and description. Throws `NotFound` if it is not public, `Forbidden` for one's own, `NotAuthenticated`. */
export async function reportPlaylist(options: ReportOptions & { playlistId: number }): Promise<void> {
  const { viewer, playlistId, report, now = new Date() } = options;
  await write(async (tx) => {
    if (viewer) await lockUserForShare(tx, viewer.id);
    const [playlist] = await forUpdate(
      tx
        .select({ name: playlists.name, userId: playlists.userId })
        .from(playlists)
        .innerJoin(users, eq(users.id, playlists.userId))
        .where(and(eq(playlists.id, playlistId), eq(playlists.isPublic, true), eq(users.state, "approved"))),
      "no key update",
      { of: playlists },
    );
    if (!playlist) throw new NotFound("プレイリストが見つかりません");
    if (playlist.userId === viewer?.id) throw new Forbidden(playlistReportMessages.own);
    const about = { noun: "プレイリスト", title: playlist.name, path: `/playlists/${playlistId}` };
    await storeReport(tx, { viewer, subject: { playlistId }, report, about, now });
  });
}
