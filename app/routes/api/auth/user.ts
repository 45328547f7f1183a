import { userReply } from "#app/features/accounts/accounts.schema.ts";
import { presentUser } from "#app/features/accounts/viewer.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "ログインしている本人の情報を返します。",
    errorStatuses: [401],
    reply: userReply,
    async answer({ viewer }) {
      if (!viewer) throw new NotAuthenticated();
      return presentUser(viewer);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
