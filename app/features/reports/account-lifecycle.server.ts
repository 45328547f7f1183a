import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { titleVisibleTo } from "#app/features/access/track-visibility.server.ts";
import {
  type AccountLifecycle,
  exportedField,
} from "#app/features/accounts/server/account-lifecycles.server.ts";
import { db } from "#db/client.ts";
import { playlists, trackReports, tracks, users } from "#db/schema/index.ts";

const said = {
  reason: trackReports.reason,
  comment: trackReports.comment,
  createdAt: trackReports.createdAt,
};

/** An account's reports stay after its deletion, without a name. */
export const reportsAccountLifecycle: AccountLifecycle = {
  name: "reports",
  exports: {
    trackReports: exportedField({
      schema: z.array(
        z.object({
          trackId: z.int(),
          title: z.string().nullable(),
          reason: z.string(),
          comment: z.string(),
          line: z.int().nullable().describe("報告した行（台本での順番、0から）。音声全体のときはnull"),
          quote: z.string().describe("その行の、報告したときの文"),
          createdAt: z.date(),
        }),
      ),
      read: async (userId) =>
        db
          .select({
            trackId: tracks.id,
            title: titleVisibleTo({ id: userId }),
            reason: trackReports.reason,
            comment: trackReports.comment,
            line: trackReports.line,
            quote: trackReports.quote,
            createdAt: trackReports.createdAt,
          })
          .from(trackReports)
          .innerJoin(tracks, eq(tracks.id, trackReports.trackId))
          .innerJoin(users, eq(users.id, tracks.userId))
          .where(eq(trackReports.userId, userId))
          .orderBy(asc(trackReports.id)),
    }),
    memberReports: exportedField({
      schema: z.array(
        z.object({ memberId: z.string(), reason: z.string(), comment: z.string(), createdAt: z.date() }),
      ),
      read: async (userId) =>
        db
          .select({ memberId: users.id, ...said })
          .from(trackReports)
          .innerJoin(users, eq(users.id, trackReports.memberId))
          .where(eq(trackReports.userId, userId))
          .orderBy(asc(trackReports.id)),
    }),
    playlistReports: exportedField({
      schema: z.array(
        z.object({ playlistId: z.int(), reason: z.string(), comment: z.string(), createdAt: z.date() }),
      ),
      read: async (userId) =>
        db
          .select({ playlistId: playlists.id, ...said })
          .from(trackReports)
          .innerJoin(playlists, eq(playlists.id, trackReports.playlistId))
          .where(eq(trackReports.userId, userId))
          .orderBy(asc(trackReports.id)),
    }),
  },
};
