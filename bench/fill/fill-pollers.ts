import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { notifications, sessions, tracks, users } from "#db/schema/index.ts";
import { foldText } from "#db/search/text.ts";

const members = 1000;
/** Notifications of each member, and how many are unread. */
const told = 60;
const unread = 3;

/**
 * Writes a thousand members with sessions and sixty notifications each into the new `dataDir`. Returns the sessions' tokens.
 */
export async function fillPollers(dataDir: string): Promise<string[]> {
  mkdirSync(dataDir, { recursive: true });
  await openDatabase({ url: undefined, dataDir });
  const now = new Date();
  const tokens: string[] = [];
  try {
    await write(async (tx) => {
      for (let n = 0; n < members; n++) {
        const id = randomUUID();
        const email = `member${n}@example.com`;
        const who = { id, provider: "local" as const, subject: email, name: `会員 ${n}`, email };
        await tx.insert(users).values({ ...who, createdAt: now, updatedAt: now });
        const token = randomBytes(32).toString("base64url");
        tokens.push(token);
        await tx.insert(sessions).values({
          id: createHash("sha256").update(token).digest("base64url"),
          userId: id,
          createdAt: now,
          lastActiveAt: now,
          expiresAt: new Date(now.getTime() + 24 * 60 * 60 * 1000),
        });
        const text = { title: "夜", script: "A: 夜", searchText: foldText("夜") };
        const [track] = await tx
          .insert(tracks)
          .values({ userId: id, ...text, filename: `${n}.mp3`, durationMs: 1000, uploadedAt: now })
          .returning({ id: tracks.id });
        const trackId = track?.id ?? 0;
        await tx.insert(notifications).values(
          Array.from({ length: told }, (_, position) => ({
            userId: id,
            type: "like" as const,
            actorId: id,
            trackId,
            dedupeKey: `like ${trackId} ${position}`,
            groupKey: `like ${trackId} ${position}`,
            isRead: position < told - unread,
            createdAt: now,
          })),
        );
      }
    });
  } finally {
    await closeDatabase();
  }
  return tokens;
}
