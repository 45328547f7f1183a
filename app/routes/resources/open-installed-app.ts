import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "インストールしたアプリとして、`/pwa`の後ろのページを開きます。",
    redirectsTo: "同じ名前のページ",
    async handle({ url }) {
      const { pathname } = new URL(safeReturnPath(url.pathname.slice("/pwa".length)), url);
      const query = new URLSearchParams(url.search);
      query.set("pwa", "1");
      return redirect(`${pathname}?${query}`);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
