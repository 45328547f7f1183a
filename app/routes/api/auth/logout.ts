import { redirect } from "react-router";
import { doneReply } from "#app/features/replies.schema.ts";
import { logOut } from "#app/http/auth/session.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "リンクからログアウトします。",
    redirectsTo: "ホーム",
    async answer({ request, url }) {
      if (!isFollowedLink(request)) return redirect("/");
      return redirect("/", { headers: await logOut(request, url) });
    },
  }),
  POST: forAnyone({
    summary: "ログアウトします。",
    otherStatuses: { 303: "フォームから送信したときは、ホームに移動します。" },
    reply: doneReply,
    async answer({ request, url }) {
      const headers = await logOut(request, url);
      const wantsPage = request.headers.get("Accept")?.includes("text/html");
      return wantsPage
        ? redirect("/", { status: 303, headers })
        : Response.json({ success: true }, { headers });
    },
  }),
});
/** Whether a person followed a link of this site; pictures, frames, prefetches and other sites must not log out. */
function isFollowedLink(request: Request): boolean {
  const { headers } = request;
  // Older browsers send none of these headers.
  const site = headers.get("Sec-Fetch-Site") ?? "none";
  const destination = headers.get("Sec-Fetch-Dest") ?? "document";
  const isPrefetch = headers.get("Sec-Purpose")?.includes("prefetch") ?? false;
  return (site === "none" || site === "same-origin") && destination === "document" && !isPrefetch;
}

export const loader = route.loader;
export const action = route.action;
