import { z } from "zod";
import { doneReply } from "#app/features/done.schema.ts";
import { historyEntryReply } from "#app/features/listening/history.schema.ts";
import { presentHistoryEntry } from "#app/features/listening/history.ts";
import { forgetHistory } from "#app/features/listening/server/forget-history.server.ts";
import { listHistory } from "#app/features/listening/server/list-history.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/page.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  GET: forMembers({
    summary: "聴いた履歴を新しい順に返します。",
    reply: z.array(historyEntryReply),
    query: z.object(pageQuery),
    async answer({ viewer, query, url }) {
      const { entries, next } = await listHistory({ userId: viewer.id, ...query });
      return pageResponse(url, { items: entries.map(presentHistoryEntry), next });
    },
  }),
  DELETE: forMembers({
    summary: "聴いた履歴をすべて消します。",
    reply: doneReply,
    limit: rateLimits.forgetHistory,
    async answer({ viewer }) {
      await forgetHistory({ viewer, trackId: null });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
