import { eq } from "drizzle-orm";
import { Invalid } from "#app/features/domain-error.ts";
import { removePictureFiles } from "#app/features/pictures/server/remove-picture-files.server.ts";
import { refoldTracksOf } from "#app/features/tracks/server/refold-tracks-of.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { isUniqueViolation } from "#db/is-unique-violation.ts";
import { users } from "#db/schema/index.ts";
import { customUserIdAnswers } from "../custom-user-id.ts";
import { emojiPictureProblem, isEmojiPicture } from "../emoji-picture.ts";
import type { ProfileChanges } from "../profile.schema.ts";
import type { Viewer } from "../viewer.ts";
import { holdUser } from "./hold-user.server.ts";

type User = typeof users.$inferSelect;

/**
 * Changes a member's profile; fields that are undefined stay (spec 2 §5, §7). `changes` have gone through the schema.
 * Returns the member as they are now. The search finds their tracks under a new name at once. Throws `Invalid` by field: an ID that somebody has
 * or that would be given up, a picture that is neither the present one nor an emoji nor none.
 */
export async function updateProfile(options: { viewer: Viewer; changes: ProfileChanges }): Promise<Viewer> {
  const { viewer, changes } = options;
  try {
    return await write(async (tx) => {
      const before = await holdUser(tx, viewer.id);
      const after = { ...before, ...changed(before, changes) };
      const { name, customUserId, customUserIdFolded, picture, xHandle } = after;
      await tx
        .update(users)
        .set({ name, customUserId, customUserIdFolded, picture, xHandle, updatedAt: new Date() })
        .where(eq(users.id, viewer.id))
        .returning({ id: users.id });
      if (name !== before.name) await refoldTracksOf(tx, { userId: viewer.id, poster: name });
      if (picture !== before.picture) afterCommit(() => removePictureFiles(before.picture));
      return { ...viewer, name, customUserId, picture, xHandle };
    });
  } catch (error) {
    // Of two who took the same ID at one moment, the index let one through.
    if (isUniqueViolation(error)) throw new Invalid({ customUserId: [customUserIdAnswers.taken] });
    throw error;
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
    else problems.picture = [emojiPictureProblem];
  }
  if (xHandle !== undefined) after.xHandle = xHandle || null;
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return after;
}
