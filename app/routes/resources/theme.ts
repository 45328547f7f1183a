import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { readFields } from "#app/http/form-answer.server.ts";
import { themeCookie } from "#app/http/theme.ts";
import { wantsPage } from "#app/http/wants-page.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "表示の明るさを選びます。",
    leads: "元のページ",
    async answer({ request, url }) {
      const fields = await readFields(request);
      const theme = fields.theme === "dark" ? "dark" : "light";
      const headers = { "Set-Cookie": themeCookie(theme, url) };
      return wantsPage(request)
        ? redirect(safeReturnPath(fields.redirect), { status: 303, headers })
        : Response.json({ theme }, { headers: { ...headers, "Cache-Control": "no-store" } });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
