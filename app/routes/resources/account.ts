import { redirect } from "react-router";
import { settingsPath } from "#app/features/accounts/account-sections.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "設定の画面に移動します。アカウントの設定は、そこにあります。",
    redirectsTo: "設定",
    handle: async ({ url }) => redirect(settingsPath + url.search),
  }),
});
export const loader = route.loader;
export const action = route.action;
