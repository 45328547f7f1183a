import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  adminPasswordHashKey,
  storeAdminPasswordHash,
} from "#app/features/admin/session/admin-credentials.server.ts";
import { primary, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { prepareFirstStart, recordFirstStartShown } from "./first-start.ts";

withDatabase();

test("a password that was set before the first start stays, and the first start happens once", async () => {
  await write((tx) => storeAdminPasswordHash(tx, "set by the operator"));
  expect(await prepareFirstStart()).toEqual({ invitationCode: expect.any(String), adminPassword: null });
  const [stored] = await primary.select().from(settings).where(eq(settings.key, adminPasswordHashKey));
  expect(stored?.value).toBe("set by the operator");
  // Until it has been shown, as after a kill.
  expect(await prepareFirstStart()).toBe("unseen");
  await recordFirstStartShown();
  expect(await prepareFirstStart()).toBeNull();
});
