import { z } from "zod";
import { findVoiceSample } from "#app/features/creation/presentation/voice-sample.server.ts";
import { respondWithFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "声の見本を返します。",
    description: "短い文をその声で読んだMP3です。",
    produces: "audio/mpeg",
    limit: rateLimits.hearVoice,
    params: z.object({ voiceId: z.string().min(1).max(100) }),
    query: z.object({ v: z.string().optional().describe("一覧にある見本の版。同じ版の中身は変わりません") }),
    async answer({ viewer, params, query, request }) {
      const { key, bytes, modified, hash } = await findVoiceSample({ viewer, voiceId: params.voiceId });
      return respondWithFile(request, {
        storage: audioStorage(),
        key,
        bytes,
        modified,
        etag: `"${hash}"`,
        contentType: "audio/mpeg",
        cacheControl: query.v === hash ? "private, max-age=31536000, immutable" : "private, no-cache",
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
