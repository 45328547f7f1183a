import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { environment } from "#app/config/environment.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import "#app/server/register-features.ts";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

export function withDatabase(): void {
  beforeAll(async () => {
    await openTestDatabase();
  });
  afterAll(closeDatabase);
}

export async function openTestDatabase(): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = environment();
  if (url !== "pglite:") return openDatabase({ url, dataDir });
  const { openPglite } = await import("./databases/pglite.ts");
  await openDatabase({ url, dataDir, open: () => openPglite(dataDir) });
}

/** Approved by default. */
export async function addMember(
  o: {
    name?: string;
    isPremium?: boolean;
    state?: Viewer["state"];
    customUserId?: string;
    /** `google`: with an address that is confirmed. */
    provider?: "google" | "local";
  } = {},
): Promise<Viewer> {
  const id = randomUUID();
  const now = new Date();
  const member = {
    name: o.name ?? "夜野 かなで",
    email: `${id}@example.com`,
    customUserId: o.customUserId ?? null,
    isPremium: o.isPremium ?? false,
    state: o.state ?? "approved",
  };
  await write((tx) =>
    tx.insert(users).values({
      id,
      provider: o.provider ?? "local",
      subject: member.email,
      ...member,
      customUserIdFolded: member.customUserId?.toLowerCase() ?? null,
      createdAt: now,
      updatedAt: now,
    }),
  );
  return {
    id,
    ...member,
    picture: null,
    xHandle: null,
    premiumEndDate: null,
    premiumDisplayEndDate: null,
    speedTrialEndsAt: null,
    blocksAnyone: false,
    signedInAt: now,
  };
}

export const updateUser = (id: string, values: Partial<typeof users.$inferInsert>) =>
  write((tx) => tx.update(users).set(values).where(eq(users.id, id)));
