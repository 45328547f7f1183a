import { replaceProfileImage } from "#app/features/accounts/replace-profile-image.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { readForm } from "#app/http/form-answer.server.ts";
import { pictureIn, sayTooLarge } from "#app/http/received-picture.server.ts";

const route = endpoint({
  POST: forMembers({
    answer: ({ viewer, request }) =>
      replaceProfileImage({
        viewer,
        receive: async () => pictureIn(await sayTooLarge(readForm(request))),
      }),
  }),
});
export const loader = route.loader;
export const action = route.action;
