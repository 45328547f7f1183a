import { redirect } from "react-router";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { signOut } from "#app/http/session.server.ts";

const route = endpoint({
  GET: forAnyone({
    async answer({ request, url }) {
      // A link on another site, or a prefetch, must not log people out.
      const site = request.headers.get("Sec-Fetch-Site");
      const prefetch = request.headers.get("Sec-Purpose")?.includes("prefetch");
      if (site === "cross-site" || prefetch) return redirect("/");
      return redirect("/", { headers: { "Set-Cookie": await signOut(request, url) } });
    },
  }),
  POST: forAnyone({
    async answer({ request, url }) {
      const headers = { "Set-Cookie": await signOut(request, url) };
      const wantsPage = request.headers.get("Accept")?.includes("text/html");
      return wantsPage
        ? redirect("/", { status: 303, headers })
        : Response.json({ success: true }, { headers });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
