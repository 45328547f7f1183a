import { eq } from "drizzle-orm";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import type { Db } from "#db/client.ts";
import { playlists, tracks, users } from "#db/schema/index.ts";
import { objectionPath } from "./objection.ts";
import type { StoredObjection } from "./objections.server.ts";

/** `outcome`: null for an answer without a decision. */
export async function emailAuthor(
  tx: Db,
  options: {
    objection: StoredObjection;
    outcome: StoredObjection["appealOutcome"];
    text: string;
    now: Date;
  },
): Promise<void> {
  const { objection, outcome, text, now } = options;
  const author = await findAuthor(tx, objection);
  if (!author) return;
  const { id: userId, name, email: to, title } = author;
  const values = { name, title, text, decision: outcome ?? ("none" as const) };
  await sendEmail(tx, { to, template: "appeal-answer", values, userId, now });
}

/** Whose track or playlist it is; null for neither. */
export async function findAuthor(
  tx: Db,
  { trackId, playlistId }: { trackId: number | null; playlistId: number | null },
): Promise<{ id: string; name: string; email: string; title: string } | null> {
  const { id, name, email } = users;
  const [author] =
    trackId !== null
      ? await tx
          .select({ id, name, email, title: tracks.title })
          .from(tracks)
          .innerJoin(users, eq(users.id, tracks.userId))
          .where(eq(tracks.id, trackId))
      : playlistId !== null
        ? await tx
            .select({ id, name, email, title: playlists.name })
            .from(playlists)
            .innerJoin(users, eq(users.id, playlists.userId))
            .where(eq(playlists.id, playlistId))
        : [];
  return author ?? null;
}

/** Nothing once the objector's address is erased. */
export async function emailObjector(
  tx: Db,
  options: { objection: StoredObjection; outcome: string; text: string; now: Date },
): Promise<void> {
  const { objection, outcome, text, now } = options;
  const { name, email, receipt, erasedAt } = objection;
  if (erasedAt) return;
  const values = { name, receipt, path: objectionPath(objection), outcome, text };
  await sendEmail(tx, { to: email, template: "objection-answer", values, now });
}
