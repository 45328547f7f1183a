import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/deletion/delete-account.server.ts";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { operatorActor } from "#app/features/audit/actor.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { pictureKeys, picturePath } from "../picture.ts";
import { findPictureFile } from "./picture-files.server.ts";

withDatabase();

const [imageId, otherId] = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"];

async function addMemberWithPicture() {
  const { id: userId } = await addMember();
  const keys = pictureKeys(userId, imageId);
  for (const key of [keys.large, keys.small]) await audioStorage().put(key, Buffer.from("x"));
  await setPicture(userId, picturePath(userId, imageId));
  return userId;
}

const setPicture = (userId: string, picture: string) =>
  write((tx) => tx.update(users).set({ picture }).where(eq(users.id, userId)).returning());

/** How many of the picture's two addresses answer. */
async function addressesOf(userId: string): Promise<number> {
  const address = picturePath(userId, imageId);
  const files = [address, address.replace(".webp", "-96.webp")].map((one) => path.basename(one));
  const found = await Promise.allSettled(files.map((file) => findPictureFile({ userId, file })));
  return found.filter(({ status }) => status === "fulfilled").length;
}

test("caches ask for a picture again after a minute", async () => {
  const userId = await addMemberWithPicture();
  const { cacheControl } = await findPictureFile({ userId, file: `${imageId}.webp` });
  expect(cacheControl).toBe("public, max-age=60");
});

test("a picture is gone while its account is denied or suspended, and when it is deleted or replaced, also where files are left", async () => {
  const userId = await addMemberWithPicture();
  expect(await addressesOf(userId)).toBe(2);
  await denyAccount({ actor: operatorActor, userId });
  expect(await addressesOf(userId)).toBe(0);
  await approveAccount({ actor: operatorActor, userId });
  expect(await addressesOf(userId)).toBe(2);
  await suspendAccount({ actor: operatorActor, userId, reason: "確認しています" });
  expect(await addressesOf(userId)).toBe(0);
  await approveAccount({ actor: operatorActor, userId });
  expect(await addressesOf(userId)).toBe(2);
  await setPicture(userId, picturePath(userId, otherId));
  expect(await addressesOf(userId)).toBe(0);
  await setPicture(userId, picturePath(userId, imageId));
  await deleteAccount({ viewer: { id: userId } });
  for (const key of Object.values(pictureKeys(userId, imageId)))
    await audioStorage().put(key, Buffer.from("x"));
  expect(await addressesOf(userId)).toBe(0);
});
