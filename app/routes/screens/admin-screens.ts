import { layout, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** `adminPageLoader` makes their loaders, `formAction` with `who: "admin"` their actions. */
export const adminScreenRoutes: RouteConfigEntry[] = [
  route("admin/statistics.csv", "routes/screens/admin/statistics-csv.ts"),
  route("admin/log.csv", "routes/screens/admin/log-csv.ts"),
  ...["csv", "json"].map((format) =>
    route(`admin/readings.${format}`, "routes/screens/admin/pronunciations-download.ts", {
      id: `site-pronunciations-${format}`,
    }),
  ),
  layout("routes/screens/admin/layout.tsx", [
    route("admin", "routes/screens/admin/overview.tsx"),
    route("admin/login", "routes/screens/admin/login.tsx"),
    route("admin/notices", "routes/screens/admin/notices-page.tsx"),
    route("admin/emails", "routes/screens/admin/emails-page.tsx"),
    route("admin/word-list", "routes/screens/admin/word-list-page.tsx"),
    route("admin/replies", "routes/screens/admin/replies-page.tsx"),
    route("admin/join", "routes/screens/admin/join-page.tsx"),
    route("admin/alerts", "routes/screens/admin/alerts-page.tsx"),
    route("admin/webhooks", "routes/screens/admin/webhooks-page.tsx"),
    route("admin/operators", "routes/screens/admin/operators-page.tsx"),
    route("admin/jobs", "routes/screens/admin/jobs.tsx"),
    route("admin/data", "routes/screens/admin/data-page.tsx"),
    route("admin/upload", "routes/screens/admin/upload-page.tsx"),
    route("admin/account", "routes/screens/admin/account-page.tsx"),
    route("admin/themes", "routes/screens/admin/themes-page.tsx"),
    route("admin/monitoring", "routes/screens/admin/monitoring.tsx"),
    route("admin/tracks", "routes/screens/admin/tracks-page.tsx"),
    route("admin/tracks/:trackId", "routes/screens/admin/track-page.tsx"),
    route("admin/generate", "routes/screens/admin/generate.tsx"),
    route("admin/queue", "routes/screens/admin/queue.tsx"),
    route("admin/review", "routes/screens/admin/review-page.tsx"),
    route("admin/inquiries", "routes/screens/admin/inquiries-page.tsx"),
    route("admin/objections", "routes/screens/admin/objections-page.tsx"),
    route("admin/objections/:objectionId", "routes/screens/admin/objection-case-page.tsx"),
    route("admin/log", "routes/screens/admin/log-page.tsx"),
    route("admin/readings", "routes/screens/admin/pronunciations-page.tsx"),
    route("admin/invitations", "routes/screens/admin/invitations-page.tsx"),
    route("admin/members", "routes/screens/admin/members-page.tsx"),
    route("admin/users", "routes/screens/admin/users.tsx"),
    route("admin/users/:userId", "routes/screens/admin/user.tsx"),
    // As many parts as other screens' patterns of the same rank.
    route("admin/:a", "routes/screens/admin/not-found.tsx", { id: "routes/screens/admin/not-found-1" }),
    route("admin/:a/:b", "routes/screens/admin/not-found.tsx", { id: "routes/screens/admin/not-found-2" }),
    route("admin/*", "routes/screens/admin/not-found.tsx"),
  ]),
];
