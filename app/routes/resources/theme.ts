import { redirect } from "react-router";
import { safeReturnPath } from "#app/features/accounts/safe-return-path.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { readFields } from "#app/http/form-answer.server.ts";
import { themeCookie } from "#app/http/theme.ts";

const route = endpoint({
  POST: forAnyone({
    async answer({ request, url }) {
      const { theme, redirect: back } = await readFields(request);
      return redirect(safeReturnPath(back), {
        status: 303,
        headers: { "Set-Cookie": themeCookie(theme === "dark" ? "dark" : "light", url) },
      });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
