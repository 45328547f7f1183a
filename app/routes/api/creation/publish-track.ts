import { publishTrackBody } from "#app/features/creation/creation.schema.ts";
import { confirmPreview } from "#app/features/creation/server/confirm-preview.server.ts";
import { publishTrack } from "#app/features/creation/server/publish-track.server.ts";
import { publicationReply } from "#app/features/creation/tasks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "プレビューを公開します。",
    reply: publicationReply,
    body: publishTrackBody,
    refuses: [404, 409],
    async answer({ viewer, body }) {
      if (body.autoUpdateOnly) {
        const { previewFilename } = body;
        return { success: true, ...(await confirmPreview({ viewer, previewFilename })) };
      }
      const { previewFilename, title, labels } = body;
      const { trackId } = await publishTrack({ viewer, previewFilename, title, labels });
      return { success: true, id: trackId, trackId, track: { id: trackId, title } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
