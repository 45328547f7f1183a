import { z } from "zod";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { type AdminSession, actorOf } from "#app/features/admin/session/admin-session.ts";
import { categoryParams } from "#app/features/categories/categories.schema.ts";
import { trackCoverSpec } from "#app/features/covers/cover.ts";
import { correctedTrackReply } from "#app/features/creation/correction/correction.schema.ts";
import { listCorrections } from "#app/features/creation/correction/find-corrections.server.ts";
import { findAudio, findAudioAskedHigh } from "#app/features/playback/server/find-audio.server.ts";
import {
  playlistForTrackBody,
  playlistForTrackReply,
  trackPlaylistsReply,
} from "#app/features/playlists/bookmark/bookmark.schema.ts";
import { createPlaylistWithTrack } from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { listOwnPlaylistsForTrack } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { provenanceReply } from "#app/features/provenance/provenance.schema.ts";
import { keysPath } from "#app/features/provenance/provenance.ts";
import { signManifest } from "#app/features/provenance/server/sign-manifest.server.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { reportSchema } from "#app/features/reports/reports.schema.ts";
import { maxQueryLength } from "#app/features/search/search.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { respondWithFoundFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { chaptersAfterNotice, linesAfterNotice } from "#app/features/tracks/notice/after-notice.ts";
import { findNotice } from "#app/features/tracks/notice/spoken-notices.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { findTrack, isOwnTrack } from "#app/features/tracks/server/find-track.server.ts";
import { listTracks, listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import type { TrackEditor } from "#app/features/tracks/server/locks.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { presentTrack, presentTrackWithScript } from "#app/features/tracks/track.ts";
import {
  chaptersReply,
  cuesReply,
  trackOrder,
  trackParams,
  trackReply,
  visibilityReply,
} from "#app/features/tracks/tracks.schema.ts";
import { chaptersOf, toWebVtt } from "#app/features/tracks/transcript/cues.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { adminPasswordDescription } from "#app/http/auth/admin-guard.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { fileStatuses, forAnyone, forMembers, forMembersOrAdmin } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { crossOriginHeaders } from "#app/http/core/security-headers.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { answerCover, coverDocs, coverQuery } from "./answer-cover.server.ts";

/** Who has both sessions acts as the admin only on others' tracks. */
async function trackEditor(
  caller: { viewer: Viewer; admin: AdminSession | null } | { viewer: null; admin: AdminSession },
  trackId: number,
): Promise<TrackEditor> {
  if (caller.viewer === null) return { actor: actorOf(caller.admin) };
  const { viewer, admin } = caller;
  const isOwn = admin === null || (await isOwnTrack({ viewer, trackId }));
  return isOwn ? { viewer } : { actor: actorOf(admin) };
}

const tooLong = `${maxQueryLength}文字以内で指定してください`;
const words = z
  .string()
  .refine((text) => Array.from(text).length <= maxQueryLength, tooLong)
  .optional();

const timesQuery = z.object({
  times: z
    .enum(["feed"], { error: "この時刻はありません" })
    .optional()
    .describe(
      "`feed`では、フィードと保存するファイル（`/audio/{id}.mp3`）での時刻を返します。はじめにAIの音声であることを読み上げる分、あとになります",
    ),
});

function cacheControl(track: { isVisible: boolean; isPremiumOnly: boolean }): string {
  if (!track.isVisible) return "private, no-store";
  return track.isPremiumOnly ? "private, no-cache" : "public, no-cache";
}

export const tracksCalls: CallTable = {
  "/api/tracks": {
    GET: forAnyone({
      summary: "公開中の音声を新しい順に、または検索の結果を返します。",
      isSharedByVisitors: true,
      reply: z.array(trackReply),
      // All public tracks, or those that `/search` finds for the same query.
      query: z.object({
        ...pageQuery,
        search: words.describe("題名、投稿者、カテゴリー、台本から探す言葉"),
        order: trackOrder,
        category: words.describe("カテゴリー名（完全に一致するもの）"),
      }),
      async handle({ viewer, query: { search, category, order, ...paging }, url }) {
        const { tracks, next } =
          search || category
            ? await searchTracks({ viewer, query: search, category: category || undefined, ...paging })
            : await listTracks({ viewer, ...paging, order });
        return pageResponse(url, { items: tracks.map((track) => presentTrack(track, viewer)), next });
      },
    }),
  },
  "/api/tracks/category/:category": {
    GET: forAnyone({
      summary: "カテゴリーの公開中の音声を返します。",
      isSharedByVisitors: true,
      reply: z.array(trackReply),
      params: categoryParams,
      query: z.object(pageQuery),
      async handle({ viewer, params, query, url }) {
        const { tracks, next } = await searchTracks({ viewer, category: params.category, ...query });
        return pageResponse(url, { items: tracks.map((track) => presentTrack(track, viewer)), next });
      },
    }),
  },
  "/api/my-tracks": {
    GET: forMembers({
      summary: "自分の音声を、非公開のものも含めて新しい順に返します。",
      reply: z.array(trackReply),
      query: z.object({ ...pageQuery, order: trackOrder }),
      async handle({ viewer, query, url }) {
        const { tracks, next } = await listTracksOf({ userId: viewer.id, viewer, ...query });
        return pageResponse(url, { items: tracks.map((track) => presentTrack(track, viewer)), next });
      },
    }),
  },
  "/api/tracks/:id": {
    GET: forAnyone({
      summary: "音声を、台本と訂正の記録つきで返します。",
      isSharedByVisitors: true,
      reply: correctedTrackReply,
      params: trackParams,
      async handle({ viewer, params }) {
        const track = await findTrack({ viewer, trackId: params.id });
        const corrections = await listCorrections({ viewer, track });
        return { ...presentTrackWithScript(track, viewer), corrections };
      },
    }),
    DELETE: forMembersOrAdmin({
      summary: "自分の音声を削除します。管理者は、どの音声でも削除できます。",
      description: adminPasswordDescription,
      params: trackParams,
      async does(call) {
        const trackId = call.params.id;
        await deleteTrack({ ...(await trackEditor(call, trackId)), trackId });
      },
    }),
  },
  "/api/tracks/:id/visibility": {
    PATCH: forMembersOrAdmin({
      summary: "自分の音声を公開、または非公開にします。管理者は、どの音声でも変更できます。",
      description: "運営が公開を停止している音声では409です。",
      errorStatuses: [409],
      reply: visibilityReply,
      params: trackParams,
      body: z.object({ isVisible: z.boolean({ error: "公開するかどうかを指定してください" }) }),
      async handle(call) {
        const trackId = call.params.id;
        return setTrackVisibility({ ...(await trackEditor(call, trackId)), trackId, ...call.body });
      },
    }),
  },
  "/api/tracks/:id/report": {
    POST: forAnyone({
      summary: "音声を報告します。",
      description: "会員の報告は音声ごとに1件で、もう一度送ると置き換わります。",
      errorStatuses: [403],
      limit: rateLimits.report,
      params: trackParams,
      body: reportSchema,
      does: ({ viewer, params, body }) => reportTrack({ viewer, trackId: params.id, report: body }),
    }),
  },
  "/api/tracks/:id/playlists": {
    GET: forMembers({
      summary: "自分のプレイリストの一覧と、それぞれにこの音声が入っているかどうかを返します。",
      reply: trackPlaylistsReply,
      params: trackParams,
      async handle({ viewer, params }) {
        const { playlists, limit } = await listOwnPlaylistsForTrack({ viewer, trackId: params.id });
        return { isBookmarked: playlists.some(({ hasTrack }) => hasTrack), playlists, limit };
      },
    }),
    POST: forMembers({
      summary: "この音声が入った新しいプレイリストを作成します。",
      reply: playlistForTrackReply,
      limit: rateLimits.bookmark,
      params: trackParams,
      body: playlistForTrackBody,
      handle: ({ viewer, params, body }) =>
        createPlaylistWithTrack({ viewer, trackId: params.id, playlist: body }),
    }),
  },
  "/api/tracks/:id/transcript.vtt": {
    GET: forAnyone({
      summary: "音声の文字起こしをWebVTTで返します。",
      description:
        "プレミアム限定の音声では、プレミアム会員と投稿した方のほかには、冒頭の30秒までに話される行だけを返します。",
      produces: "text/vtt",
      params: trackParams,
      query: timesQuery,
      async handle({ viewer, params, query }) {
        const track = await findTrack({ viewer, trackId: params.id });
        const notice = query.times === "feed" ? await findNotice(track.id) : null;
        const lines = linesAfterNotice(await listCues({ viewer, track }), notice);
        return new Response(toWebVtt(lines, track.speakerNames), {
          headers: {
            "Content-Type": "text/vtt; charset=utf-8",
            "Cache-Control": cacheControl(track),
            ...(track.isVisible ? crossOriginHeaders : {}),
          },
        });
      },
    }),
  },
  "/api/tracks/:id/cues": {
    GET: forAnyone({
      summary: "音声の文字起こしを、話す声と時刻つきの文で返します。",
      description:
        "プレミアム限定の音声では、プレミアム会員と投稿した方のほかには、冒頭の30秒までに話される文だけを返します。",
      reply: cuesReply,
      params: trackParams,
      async handle({ viewer, params }) {
        const track = await findTrack({ viewer, trackId: params.id });
        const cues = await listCues({ viewer, track });
        return Response.json(
          cues.map(({ speaker, text, startMs, endMs }) => ({ speaker, text, startMs, endMs })),
          { headers: { "Cache-Control": cacheControl(track) } },
        );
      },
    }),
  },
  "/api/tracks/:id/provenance": {
    GET: forAnyone({
      summary: "音声の来歴を、サイトの鍵で署名して返します。",
      description: `公開鍵は \`${keysPath}\` にあります。記録のないことは\`unknown\`です。`,
      reply: provenanceReply,
      params: trackParams,
      async handle({ viewer, params, url }) {
        const { track, provenance } = await signManifest({ viewer, trackId: params.id, origin: url.origin });
        return Response.json(provenance, {
          headers: {
            "Cache-Control": cacheControl(track),
            ...(track.isVisible ? crossOriginHeaders : {}),
          },
        });
      },
    }),
  },
  "/api/tracks/:id/chapters.json": {
    GET: forAnyone({
      summary: "音声のチャプターをPodcasting 2.0のJSONで返します。",
      description: "台本が見出しで分かれていない音声では空です。",
      reply: chaptersReply,
      params: trackParams,
      query: timesQuery,
      async handle({ viewer, params, query }) {
        const track = await findTrack({ viewer, trackId: params.id });
        const notice = query.times === "feed" ? await findNotice(track.id) : null;
        const chapters = chaptersAfterNotice(chaptersOf(await listCues({ viewer, track })), notice);
        const isShared = track.isVisible && !track.isPremiumOnly;
        return Response.json(
          {
            version: "1.2.0",
            chapters: chapters.map(({ startMs, title }) => ({ startTime: startMs / 1000, title })),
          },
          {
            headers: {
              "Cache-Control": isShared ? "public, no-cache" : "private, no-cache",
              ...(track.isVisible ? crossOriginHeaders : {}),
            },
          },
        );
      },
    }),
  },
  "/api/tracks/:id/cover.png": {
    GET: forAnyone({
      summary: "音声のカバー画像を返します。",
      ...coverDocs,
      params: trackParams,
      query: coverQuery,
      async handle(call) {
        const track = await findTrack({ viewer: call.viewer, trackId: call.params.id });
        return answerCover(call, trackCoverSpec(track, call.query.size), track.isVisible);
      },
    }),
  },
  "/api/stream/:id": {
    GET: forAnyone({
      summary: "音声ファイルを返します。",
      description:
        "`Range`で一部だけを受け取れます。`quality=high`では、プレミアム会員に、高音質（128 kbps）のファイルがあればそれを返します。ほかの方と、それがない音声では、標準音質（64 kbps）です。プレミアム限定の音声は、プレミアム会員と投稿した方のほかには、冒頭の30秒のファイルです。",
      otherStatuses: fileStatuses,
      produces: "audio/mpeg",
      params: z.object({ id: z.string().max(100) }),
      query: z.object({ quality: z.enum(["high"], { error: "この音質はありません" }).optional() }),
      handle: ({ request, viewer, params: { id }, query: { quality } }) =>
        respondWithFoundFile(request, (options) =>
          (quality === "high" ? findAudioAskedHigh : findAudio)({ viewer, id, ...options }),
        ),
    }),
  },
};
