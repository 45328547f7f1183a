import { z } from "zod";
import { deleteHistory } from "#app/features/listening/history/delete-history.server.ts";
import { historyEntryReply } from "#app/features/listening/history/history.schema.ts";
import { presentHistoryEntry } from "#app/features/listening/history/history.ts";
import { listHistory } from "#app/features/listening/history/list-history.server.ts";
import { countSchema, listeningSchema, playSchema } from "#app/features/listening/listening.schema.ts";
import {
  recordImpression,
  recordListening,
  recordPlay,
} from "#app/features/listening/server/record-events.server.ts";
import {
  playbackQuery,
  playbackReply,
  playbackSchema,
  playbackStoredReply,
} from "#app/features/listening/sync/playback.schema.ts";
import { findPlayback } from "#app/features/listening/sync/server/find-playback.server.ts";
import { recordPlayback } from "#app/features/listening/sync/server/record-playback.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAnyone, forMembers } from "#app/http/core/endpoint.server.ts";
import { listenerOfRequest } from "#app/http/core/listener-of-request.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

export const listeningCalls: CallTable = {
  "/api/tracks/:id/increment-play-count": {
    POST: forAnyone({
      summary: "音声が再生されたことを数えます。",
      description: "同じ人の再生は、30分に1回だけ数えます。投稿した本人の再生は数えません。",
      params: trackParams,
      body: playSchema,
      does: (call) =>
        recordPlay({ trackId: call.params.id, from: call.body.from, ...listenerOfRequest(call) }),
    }),
  },
  "/api/tracks/:id/increment-impression-count": {
    POST: forAnyone({
      summary: "音声が表示されたことを数えます。",
      params: trackParams,
      body: countSchema,
      does: (call) => recordImpression({ trackId: call.params.id, ...listenerOfRequest(call) }),
    }),
  },
  "/api/listening-history": {
    POST: forMembers({
      errorStatuses: [404],
      summary: "聴いた音声と位置を履歴に残します。",
      limit: rateLimits.listen,
      body: listeningSchema,
      does: ({ viewer, body }) => recordListening({ viewer, ...body }),
    }),
  },
  "/api/user/playback": {
    GET: forMembers({
      summary: "再生の続き（音声、位置、再生する順番、速さ）を返します。",
      description: "最後に再生した端末のものです。ほかの端末で続けるために使います。",
      reply: playbackReply,
      query: playbackQuery,
      handle: ({ viewer, query }) => findPlayback({ viewer, ...query }),
    }),
    PUT: forMembers({
      errorStatuses: [404],
      summary: "再生している音声と位置を、ほかの端末で続けられるように残します。",
      description: [
        "古いものは、新しいものに代わりません。別の端末が再生しているときは、takesOverがtrueのものだけが代わります。",
        "heardの音声は履歴にも残します。",
      ].join(""),
      reply: playbackStoredReply,
      limit: rateLimits.listen,
      body: playbackSchema,
      async handle({ viewer, body }) {
        return { success: true, ...(await recordPlayback({ viewer, playback: body })) };
      },
    }),
  },
  "/api/user/listening-history": {
    GET: forMembers({
      summary: "聴いた履歴を新しい順に返します。",
      reply: z.array(historyEntryReply),
      query: z.object(pageQuery),
      async handle({ viewer, query, url }) {
        const { entries, next } = await listHistory({ userId: viewer.id, ...query });
        return pageResponse(url, { items: entries.map((entry) => presentHistoryEntry(entry, viewer)), next });
      },
    }),
    DELETE: forMembers({
      summary: "聴いた履歴をすべて消します。",
      limit: rateLimits.deleteHistory,
      does: ({ viewer }) => deleteHistory({ viewer, trackId: null }),
    }),
  },
  "/api/user/listening-history/:id": {
    DELETE: forMembers({
      summary: "聴いた履歴から音声を1つ取り除きます。",
      limit: rateLimits.deleteHistory,
      params: trackParams,
      does: ({ viewer, params }) => deleteHistory({ viewer, trackId: params.id }),
    }),
  },
};
