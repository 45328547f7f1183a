import { and, eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { readings } from "#db/schema/index.ts";
import { auditOwner, ownerColumns, type ReadingOwner } from "./reading-owner.server.ts";

/** Deletes an entry. Throws `NotFound` when the dictionary has none with this id. */
export function deleteReading({ owner, id }: { owner: ReadingOwner; id: number }): Promise<void> {
  return write(async (tx) => {
    const [deleted] = await tx
      .delete(readings)
      .where(and(eq(readings.id, id), eq(readings.owner, ownerColumns(owner).owner)))
      .returning({ word: readings.word, reading: readings.reading });
    if (!deleted) throw new NotFound();
    await auditOwner(tx, owner, { action: "reading.delete", id, before: deleted });
  });
}
