import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { endpoint, forEverybody } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forEverybody({
    summary: "インストールしたアプリとして、`/pwa`の後ろのページを開きます。",
    leads: "同じ名前のページ",
    async answer({ url }) {
      const { pathname } = new URL(safeReturnPath(url.pathname.slice("/pwa".length)), url);
      const query = new URLSearchParams(url.search);
      query.set("pwa", "1");
      return redirect(`${pathname}?${query}`);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
