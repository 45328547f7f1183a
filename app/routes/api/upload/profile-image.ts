import { pictureReply } from "#app/features/accounts/accounts.schema.ts";
import { replaceProfileImage } from "#app/features/accounts/server/replace-profile-image.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { receivePicture } from "#app/http/received-picture.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "プロフィール画像をアップロードします。",
    takes: { type: "multipart/form-data", fields: { image: "画像ファイル" } },
    reply: pictureReply,
    limit: rateLimits.uploadPicture,
    answer: ({ viewer, request }) => replaceProfileImage({ viewer, receive: () => receivePicture(request) }),
  }),
});
export const loader = route.loader;
export const action = route.action;
