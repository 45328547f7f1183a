import { type RouteConfigEntry, route } from "@react-router/dev/routes";

const file = "routes/api/answer-call.ts";

/** One route for all calls, which their tables in `api/` list by address. Unknown addresses below /api are 404 as JSON. */
export const apiRoutes: RouteConfigEntry[] = [
  route("api/*", file),
  // Ranked as high as the screens below a member's page (`/:userId/followers`), and before them.
  route("api/:a/:b?/:c?", file, { id: "api-short" }),
  // Google knows these addresses too.
  route("auth/google", file, { id: "sign-in" }),
  route("auth/google/callback", file, { id: "sign-in-callback" }),
];
