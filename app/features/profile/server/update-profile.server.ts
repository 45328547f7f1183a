import { eq } from "drizzle-orm";
import { lockUser } from "#app/features/accounts/server/locks.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { removePictureFiles } from "#app/features/pictures/server/picture-files.server.ts";
import { requireHarmless } from "#app/features/require-harmless.server.ts";
import { reindexTracksOf, requestReindex } from "#app/features/tracks/server/reindex-tracks.server.ts";
import { logger } from "#app/logger.server.ts";
import { write } from "#db/client.ts";
import { isUniqueViolation } from "#db/errors.ts";
import { users } from "#db/schema/index.ts";
import { isEmojiPicture, type ProfileChanges, pictureProblem } from "../profile.schema.ts";
import { customUserIdMessages } from "../profile.ts";

type User = typeof users.$inferSelect;

/**
 * Changes a profile; undefined fields stay. Returns the changed member. Search finds their tracks under a new name at once, of
 * many within seconds. Throws `Invalid` by field: an ID that is taken or removed once chosen, a harmful new name or ID, a
 * picture that is neither the present one nor an emoji nor none.
 */
export async function updateProfile(options: { viewer: Viewer; changes: ProfileChanges }): Promise<Viewer> {
  const { viewer, changes } = options;
  const { name, customUserId } = changes;
  await requireHarmless({
    name: name === viewer.name ? null : name,
    customUserId: customUserId === viewer.customUserId ? null : customUserId?.replace(/[-_]+/gu, " "),
  });
  try {
    const { isRenamed, updated } = await write(async (tx) => {
      const before = await lockUser(tx, viewer.id);
      const after = { ...before, ...changed(before, changes) };
      const { name, customUserId, customUserIdFolded, picture, xHandle } = after;
      await tx
        .update(users)
        .set({ name, customUserId, customUserIdFolded, picture, xHandle, updatedAt: new Date() })
        .where(eq(users.id, viewer.id));
      const isRenamed = name !== before.name;
      if (isRenamed) await requestReindex(tx, viewer.id);
      if (picture !== before.picture) await removePictureFiles(tx, before.picture);
      return { isRenamed, updated: { ...viewer, name, customUserId, picture, xHandle } };
    });
    if (isRenamed) await startReindexing(viewer.id);
    return updated;
  } catch (error) {
    // Two members took the ID at once: the unique index accepts one.
    if (isUniqueViolation(error)) throw new Invalid({ customUserId: [customUserIdMessages.taken] });
    throw error;
  }
}

/** Found under the new name when the member sees the confirmation; the rest follows in the background. */
const maxAwaitedTracks = 40;

/** Never rejects: the name is saved, and the rest is taken up within two minutes. */
export async function startReindexing(userId: string): Promise<void> {
  const logFailure = (error: unknown) => logger.warn({ err: error }, "tracks were not reindexed yet");
  try {
    if (await reindexTracksOf({ userId, maxTracks: maxAwaitedTracks })) return;
    void reindexTracksOf({ userId }).catch(logFailure);
  } catch (error) {
    logFailure(error);
  }
}

function changed(before: User, changes: ProfileChanges): Partial<User> {
  const { name, customUserId, picture, xHandle } = changes;
  const after: Partial<User> = {};
  const problems: Record<string, string[]> = {};
  if (name !== undefined) after.name = name;
  if (customUserId) {
    after.customUserId = customUserId;
    after.customUserIdFolded = customUserId.toLowerCase();
  } else if (customUserId === "" && before.customUserId !== null) {
    problems.customUserId = ["ユーザーIDは3文字以上で入力してください"];
  }
  if (picture !== undefined) {
    if (picture === null || picture === before.picture || isEmojiPicture(picture)) after.picture = picture;
    else problems.picture = [pictureProblem(picture)];
  }
  if (xHandle !== undefined) after.xHandle = xHandle || null;
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return after;
}
