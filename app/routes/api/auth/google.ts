import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    async answer({ url }) {
      const path = safeReturnPath(url.searchParams.get("redirect"));
      return redirect(`/sign-in?${new URLSearchParams({ redirect: path })}`);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
