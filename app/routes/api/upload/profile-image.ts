import { pictureReply } from "#app/features/profile/profile.schema.ts";
import { replaceProfileImage } from "#app/features/profile/server/replace-profile-image.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { receivePicture } from "#app/http/uploads/picture-upload.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "プロフィール画像をアップロードします。",
    upload: { type: "multipart/form-data", fields: { image: "画像ファイル" } },
    reply: pictureReply,
    limit: rateLimits.uploadPicture,
    answer: ({ viewer, request }) => replaceProfileImage({ viewer, receive: () => receivePicture(request) }),
  }),
});
export const loader = route.loader;
export const action = route.action;
