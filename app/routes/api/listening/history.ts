import { z } from "zod";
import { deleteHistory } from "#app/features/listening/history/delete-history.server.ts";
import { historyEntryReply } from "#app/features/listening/history/history.schema.ts";
import { presentHistoryEntry } from "#app/features/listening/history/history.ts";
import { listHistory } from "#app/features/listening/history/list-history.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "聴いた履歴を新しい順に返します。",
    reply: z.array(historyEntryReply),
    query: z.object(pageQuery),
    async answer({ viewer, query, url }) {
      const { entries, next } = await listHistory({ userId: viewer.id, ...query });
      return pageResponse(url, { items: entries.map((entry) => presentHistoryEntry(entry, viewer)), next });
    },
  }),
  DELETE: forMembers({
    summary: "聴いた履歴をすべて消します。",
    reply: doneReply,
    limit: rateLimits.deleteHistory,
    async answer({ viewer }) {
      await deleteHistory({ viewer, trackId: null });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
