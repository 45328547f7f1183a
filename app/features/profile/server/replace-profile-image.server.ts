import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { lockUser } from "#app/features/accounts/server/locks.server.ts";
import { pictureKeys, picturePath } from "#app/features/pictures/picture.ts";
import { removePictureFiles } from "#app/features/pictures/server/picture-files.server.ts";
import {
  limitReceiving,
  queueEncoding,
  reserveEncoding,
  runEncoder,
} from "#app/features/pictures/server/run-encoder.server.ts";
import type { SpooledForm } from "#app/features/pictures/server/spool-to-temp-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/**
 * Replaces a member's picture; `receive` reads the form. Returns its path. Throws `Invalid` for `image`, `LimitReached` when
 * too many pictures are being uploaded, and what `receive` throws.
 */
export async function replaceProfileImage(options: {
  viewer: { id: string };
  receive(): Promise<SpooledForm>;
}): Promise<{ imageUrl: string }> {
  const userId = options.viewer.id;
  const form = await limitReceiving(userId, options.receive);
  try {
    // Only for a complete body: a slow upload must not occupy the encoder.
    return await reserveEncoding(userId, () => encodeAndStore(userId, form));
  } finally {
    await form.file.close();
  }
}

async function encodeAndStore(userId: string, form: SpooledForm): Promise<{ imageUrl: string }> {
  const { large, small } = await queueEncoding(() => runEncoder(form));
  const imageId = randomBytes(16).toString("hex");
  const keys = pictureKeys(userId, imageId);
  const imageUrl = picturePath(userId, imageId);
  try {
    await audioStorage().put(keys.large, large);
    await audioStorage().put(keys.small, small);
    await write(async (tx) => {
      const before = await lockUser(tx, userId);
      await tx.update(users).set({ picture: imageUrl, updatedAt: new Date() }).where(eq(users.id, userId));
      await removePictureFiles(tx, before.picture);
    });
  } catch (error) {
    await Promise.allSettled([keys.large, keys.small].map((key) => audioStorage().remove(key)));
    throw error;
  }
  return { imageUrl };
}
