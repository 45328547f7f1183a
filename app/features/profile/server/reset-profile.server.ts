import { eq } from "drizzle-orm";
import { lockUser } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotAuthenticated, NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { removePictureFiles } from "#app/features/pictures/server/picture-files.server.ts";
import { requestReindex } from "#app/features/tracks/server/reindex-tracks.server.ts";
import { afterCommit, type Db, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { neutralName, type ProfilePart, profilePartLabels } from "../profile-parts.ts";
import { startReindexing } from "./update-profile.server.ts";

/**
 * Takes one part out of a member's profile: a neutral name, or no picture, user id or X name. Notifies the member, and emails
 * `reason` unless it is null. Throws `Conflict` if the part is no longer the `seen` one that the operator judged or is out
 * already, and `NotFound` for an unknown and the official account.
 */
export async function resetProfile(options: {
  userId: string;
  part: ProfilePart;
  seen?: string | undefined;
  reason: string | null;
  actor: Actor;
}): Promise<void> {
  const { userId, part, seen, reason, actor } = options;
  const now = new Date();
  await write(async (tx) => {
    const account = await lockAccount(tx, userId);
    const neutral = part === "name" ? neutralName : null;
    const label = profilePartLabels[part];
    if (account[part] === neutral) throw new Conflict(`${label}は、先に取り消されています。`);
    if (seen !== undefined && account[part] !== seen)
      throw new Conflict(`${label}は、ご本人が先に変更しています。今の内容を確かめてください。`);
    await tx
      .update(users)
      .set({
        [part]: neutral,
        ...(part === "customUserId" && { customUserIdFolded: null }),
        updatedAt: now,
      })
      .where(eq(users.id, userId));
    if (part === "picture") await removePictureFiles(tx, account.picture);
    if (part === "name") await requestReindex(tx, userId);
    const name = part === "name" ? neutralName : account.name;
    if (reason !== null)
      await sendEmail(tx, {
        to: account.email,
        template: "profile-reset",
        values: { name, part: label, reason },
        userId,
      });
    await notify(tx, { userId, event: { type: "profile_reset", resetKey: `${part} ${now.getTime()}` } });
    await recordAudit(tx, {
      actor,
      action: "user.profile-reset",
      target: { type: "user", id: userId },
      after: { part: label, reason },
    });
    if (part === "name") afterCommit(() => void startReindexing(userId));
  });
}

async function lockAccount(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  try {
    const account = await lockUser(tx, userId);
    if (account.provider !== "system") return account;
  } catch (error) {
    if (!(error instanceof NotAuthenticated)) throw error;
  }
  throw new NotFound("会員が見つかりません");
}
