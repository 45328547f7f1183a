import { redirect } from "react-router";
import { z } from "zod";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { invitationCookie } from "#app/http/invitation-cookie.ts";

const route = endpoint({
  GET: forAnyone({
    params: z.object({ code: z.string().max(100) }),
    answer: async ({ params, url }) =>
      redirect("/api/auth/google", { headers: { "Set-Cookie": invitationCookie(params.code, url) } }),
  }),
});
export const loader = route.loader;
export const action = route.action;
