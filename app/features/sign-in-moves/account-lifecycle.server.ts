import { asc, eq, or } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { systemActor } from "#app/features/audit/actor.ts";
import { db } from "#db/client.ts";
import { signInMoves } from "#db/schema/index.ts";
import { endMove } from "./cancel-sign-in-move.server.ts";
import { moveMessages } from "./sign-in-move.ts";

const exportedMoves = z
  .array(
    z.object({
      /** Whose sign-in the export's account gets, or which account gets its sign-in. */
      part: z
        .enum(["account", "new-account"])
        .describe("移される側（account）か、移す先のログインを持つ側か"),
      createdAt: z.date(),
      completesAt: z.date().describe("移る予定の日時"),
    }),
  )
  .describe("ログインの移し替えの途中の手続き");

const movesOf = (userId: string) => or(eq(signInMoves.userId, userId), eq(signInMoves.newUserId, userId));

export const signInMovesAccountLifecycle: AccountLifecycle = {
  name: "sign-in-moves",
  async removeRows(tx, userId) {
    const moves = await tx.select().from(signInMoves).where(movesOf(userId));
    for (const move of moves)
      await endMove(tx, {
        move,
        actor: systemActor,
        reason: moveMessages.deleted,
        leavingId: userId,
        now: new Date(),
      });
  },
  exports: {
    signInMoves: exportedField({
      schema: exportedMoves,
      read: async (userId) => {
        const rows = await db.select().from(signInMoves).where(movesOf(userId)).orderBy(asc(signInMoves.id));
        return rows.map(({ userId: movedId, createdAt, completesAt }) => ({
          part: movedId === userId ? ("account" as const) : ("new-account" as const),
          createdAt,
          completesAt,
        }));
      },
    }),
  },
};
