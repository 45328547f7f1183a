/** Which room may import which (docs/architecture.md shows them in one picture). */
const forbid = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

/**
 * Features by level, the highest first. A feature imports from its own level and from the levels below, never from above:
 * there a screen fills a slot, or a registry is filled at start (`app/server/register-features.ts`).
 */
export const levels = [
  [
    "admin",
    "api-docs",
    "arrival",
    "data-map",
    "health",
    "home",
    "incidents",
    "profile",
    "settings",
    "shell",
    "support",
  ],
  [
    "creation",
    "daily-mix",
    "embed",
    "feeds",
    "insights",
    "objections",
    "offline",
    "playlists",
    "provenance",
    "search",
    "series",
    "sitemap",
    "themes",
  ],
  [
    "announcements",
    "categories",
    "clips",
    "covers",
    "likes",
    "listening",
    "playback",
    "pronunciations",
    "reports",
    "sources",
    "tracks",
  ],
  ["blocks", "notifications", "people", "premium", "providers", "push", "sign-in-moves"],
  ["access", "accounts", "consent", "contact", "invitations"],
  ["backup", "cases", "mail", "pictures", "word-list"],
  ["audit", "events", "site", "statistics", "storage", "tasks"],
];

const featureLevels = levels.slice(1).map((level, index) =>
  forbid(
    `features-below-${levels[index].join("-")}`,
    { path: `^app/features/(${level.join("|")})/` },
    {
      path: `^app/features/(${levels
        .slice(0, index + 1)
        .flat()
        .join("|")})/`,
    },
    'A feature knows no feature of a higher level: a screen fills a slot, or a registry is filled at start (docs/architecture.md, "Levels of features").',
  ),
);

export default {
  forbidden: [
    forbid("no-circles", {}, { circular: true }, "Circles make modules impossible to understand alone."),
    ...featureLevels,
    forbid(
      "every-feature-has-a-level",
      { path: `^app/features/(?!(${levels.flat().join("|")})/)[^/]+/` },
      {},
      "A new feature gets a level in `levels` of .dependency-cruiser.js; `npm run docs:tables` then writes the document's table.",
    ),
    forbid(
      "routes-are-ends",
      { pathNot: "^app/(routes\\.ts|routes/)" },
      { path: "^app/routes/" },
      "Nothing imports a route.",
    ),
    forbid(
      "routes-ask-features",
      { path: "^app/routes/" },
      { path: "^(db|jobs|app/queue)/" },
      "Routes go through features.",
    ),
    forbid(
      "features-only-enqueue",
      { path: "^app/features/" },
      { path: "^jobs/" },
      "Features put jobs into the queue; what is done then is asked by nobody.",
    ),
    forbid(
      "queue-knows-no-jobs",
      { path: "^app/queue/" },
      { path: "^(jobs/|app/(?!(queue|lib|config)/|(logger|metrics|traces)\\.server))" },
      "The queue carries ids of tasks whose kinds it does not know.",
    ),
    forbid(
      "engines-know-nobody",
      { path: "^app/engines/" },
      { path: "^(db|jobs|app)/", pathNot: "^app/(engines|lib|config)/" },
      "Engines import only app/lib and app/config; what needs rows is handed over.",
    ),
    forbid(
      "features-know-no-http",
      { path: "^app/features/" },
      { path: "^app/(http|server|build|cli)/" },
      "The domain knows no requests.",
    ),
    forbid(
      "db-is-the-ground",
      { path: "^db/" },
      { path: "^(jobs|app/(?!config/|lib/))" },
      "db knows nobody above it.",
    ),
    forbid(
      "jobs-know-no-http",
      { path: "^jobs/" },
      { path: "^app/(http|routes|ui)/" },
      "Jobs go through features.",
    ),
    forbid(
      "lib-is-pure",
      { path: "^app/lib/" },
      { path: "^(db|jobs|app/(engines|features|http|queue|routes|server|ui))/" },
      "lib stands alone.",
    ),
    forbid(
      "ui-knows-no-domain",
      { path: "^app/ui/" },
      { path: "^(db|jobs|app/(engines|features|http|queue|routes|server))/" },
      "ui knows no domain noun.",
    ),
    forbid(
      "nothing-missing",
      {},
      { couldNotResolve: true, pathNot: "^(virtual:|\\./\\+types|\\.\\./.*\\+types)" },
      "Imports resolve.",
    ),
    forbid(
      "no-dev-packages",
      {
        path: "^(app|db|jobs)/",
        pathNot:
          "(env\\.d\\.ts$|\\.test\\.tsx?|/dev\\.ts|app/build/.*|app/styles/icons\\.plugin\\.ts|app/http/framework/route-module-failure\\.ts|/service-worker/.*|config\\.ts|app/routes(\\.ts|/(screens/admin-screens|api|screens|resources)\\.ts))$",
      },
      // Types, and what runs in browsers alone.
      {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "@types|node_modules/(@stripe/stripe-js|@radix-ui/react-toast|howler)/",
      },
      "What runs on the server is in `dependencies` of package.json.",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.tsx?$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
