import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { pictureAddress, pictureKeys } from "#app/features/pictures/picture-files.ts";
import type { SentForm } from "#app/features/pictures/sent-form.ts";
import { removePictureFiles } from "#app/features/pictures/server/remove-picture-files.server.ts";
import { runEncoder } from "#app/features/pictures/server/run-encoder.server.ts";
import { inTurn, whileArriving, withPlace } from "#app/features/pictures/server/turns.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { holdUser } from "./hold-user.server.ts";

/**
 * Gives a member an uploaded picture in place of the one before (spec 2 §5, §7). `receive` brings the form with it.
 * Returns the picture's address. Throws `Invalid` for field `image`, `LimitReached` when too many pictures are on their
 * way, and what `receive` throws.
 */
export async function replaceProfileImage(options: {
  viewer: { id: string };
  receive(): Promise<SentForm>;
}): Promise<{ imageUrl: string }> {
  const userId = options.viewer.id;
  const form = await whileArriving(userId, options.receive);
  try {
    // After the body, however slowly it came: whoever stalls keeps nobody waiting.
    return await withPlace(userId, () => replaceWith(userId, form));
  } finally {
    await form.file.close();
  }
}

async function replaceWith(userId: string, form: SentForm): Promise<{ imageUrl: string }> {
  const { large, small } = await inTurn(() => runEncoder(form));
  const imageId = randomBytes(16).toString("hex");
  const keys = pictureKeys(userId, imageId);
  const imageUrl = pictureAddress(userId, imageId);
  try {
    await audioStorage().put(keys.large, large);
    await audioStorage().put(keys.small, small);
    await write(async (tx) => {
      const before = await holdUser(tx, userId);
      await tx
        .update(users)
        .set({ picture: imageUrl, updatedAt: new Date() })
        .where(eq(users.id, userId))
        .returning({ id: users.id });
      afterCommit(() => removePictureFiles(before.picture));
    });
  } catch (error) {
    await removePictureFiles(imageUrl);
    throw error;
  }
  return { imageUrl };
}
