import { type RouteConfigEntry, route } from "@react-router/dev/routes";

const file = "routes/api/answer-call.ts";

/** One route for all calls, whose tables in `api/` list them by address. Unknown addresses below /api are 404 as JSON. */
export const apiRoutes: RouteConfigEntry[] = [
  route("api/*", file),
  // Ranks as high as the screens below a member's page (`/:userId/followers`), and comes before them.
  route("api/:a/:b?/:c?", file, { id: "api-short" }),
  // Google knows these addresses too.
  route("auth/google", file, { id: "sign-in" }),
  route("auth/google/callback", file, { id: "sign-in-callback" }),
];
