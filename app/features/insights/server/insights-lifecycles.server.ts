import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import type { TrackLifecycle } from "#app/features/tracks/server/track-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { memberInsights, trackInsights, tracks, weeklyEmails } from "#db/schema/index.ts";

const counted = { day: z.iso.date(), source: z.string().describe("どこから"), value: z.int() };

export const insightsAccountLifecycle: AccountLifecycle = {
  name: "insights",
  exports: {
    insights: exportedField({
      schema: z.array(z.object(counted)),
      read(userId) {
        const { day, source, value } = memberInsights;
        return db
          .select({ day, source, value })
          .from(memberInsights)
          .where(eq(memberInsights.userId, userId))
          .orderBy(asc(day), asc(source));
      },
    }),
    trackInsights: exportedField({
      schema: z.array(z.object({ trackId: z.int(), ...counted })),
      read(userId) {
        const { trackId, day, source, value } = trackInsights;
        return db
          .select({ trackId, day, source, value })
          .from(trackInsights)
          .innerJoin(tracks, eq(tracks.id, trackId))
          .where(eq(tracks.userId, userId));
      },
    }),
    weeklyEmail: exportedField({
      schema: z.object({ dueAt: z.date().describe("次に送る日時") }).nullable(),
      async read(userId) {
        const { dueAt } = weeklyEmails;
        const [row] = await db.select({ dueAt }).from(weeklyEmails).where(eq(weeklyEmails.userId, userId));
        return row ?? null;
      },
    }),
  },
};

/** A deleted track's plays leave the sums of its author too. */
export const insightsTrackLifecycle: TrackLifecycle = {
  name: "insights",
  async beforeDeletion(tx, { id }) {
    const same = sql`${trackInsights.trackId} = ${id} and ${trackInsights.day} = ${memberInsights.day}
      and ${trackInsights.source} = ${memberInsights.source}`;
    await tx
      .update(memberInsights)
      .set({
        value: sql`${memberInsights.value} - (select ${trackInsights.value} from ${trackInsights} where ${same})`,
      })
      .where(
        and(
          sql`${memberInsights.userId} = (select ${tracks.userId} from ${tracks} where ${tracks.id} = ${id})`,
          sql`exists (select 1 from ${trackInsights} where ${same})`,
        ),
      );
    return undefined;
  },
};
