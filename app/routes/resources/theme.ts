import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { themeCookie } from "#app/http/theme.ts";

const route = endpoint({
  POST: forAnyone({
    async answer({ request }) {
      const form = await request.formData();
      const theme = form.get("theme") === "dark" ? "dark" : "light";
      const back = form.get("redirect");
      return redirect(safeReturnPath(typeof back === "string" ? back : "/"), {
        status: 303,
        headers: { "Set-Cookie": themeCookie(theme) },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
