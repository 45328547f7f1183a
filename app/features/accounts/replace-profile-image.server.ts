import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterCommit, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { Invalid } from "../domain-error.ts";
import { pictureAddress, pictureKeys } from "../pictures/picture-files.ts";
import { largestPicture, pictureMessages } from "../pictures/picture-messages.ts";
import { removePictureFiles } from "../pictures/remove-picture-files.server.ts";
import { runEncoder } from "../pictures/run-encoder.server.ts";
import { inTurn, withPlace } from "../pictures/turns.server.ts";
import { audioStorage } from "../storage/audio-storage.server.ts";
import { holdUser } from "./hold-user.server.ts";

/**
 * Gives a member an uploaded picture in place of the one before (spec 2 §5, §7). `receive` brings the file and is only
 * called when there is a place for it. Returns the picture's address. Throws `Invalid` for field `image`,
 * `LimitReached` when too many pictures are on their way, and what `receive` throws.
 */
export function replaceProfileImage(options: {
  viewer: { id: string };
  receive(): Promise<Uint8Array>;
}): Promise<{ imageUrl: string }> {
  const userId = options.viewer.id;
  return withPlace(userId, async () => {
    const file = await options.receive();
    if (file.byteLength > largestPicture) throw new Invalid({ image: [pictureMessages.tooLarge] });
    const { large, small } = await inTurn(() => runEncoder(file));
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
  });
}
