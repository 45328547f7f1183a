/** Which room may know which: routes → features → db, jobs → features → db (docs/decisions). */
const forbid = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

export default {
  forbidden: [
    forbid("no-circles", {}, { circular: true }, "Circles make modules impossible to understand alone."),
    forbid(
      "routes-are-ends",
      { pathNot: "^app/(routes\\.ts|routes/)" },
      { path: "^app/routes/" },
      "Nothing imports a route.",
    ),
    forbid(
      "routes-ask-features",
      { path: "^app/routes/" },
      { path: "^(db|jobs)/" },
      "Routes go through features.",
    ),
    forbid(
      "features-only-enqueue",
      { path: "^app/features/" },
      { path: "^jobs/", pathNot: "^jobs/queue\\.ts$" },
      "Features may enqueue and nothing else of jobs.",
    ),
    forbid(
      "features-know-no-http",
      { path: "^app/features/" },
      { path: "^app/(http|server\\.ts)" },
      "The domain knows no requests.",
    ),
    forbid(
      "db-is-the-ground",
      { path: "^db/" },
      { path: "^(jobs|app/(features|http|routes|ui))/" },
      "db knows nobody above it.",
    ),
    forbid(
      "jobs-know-no-http",
      { path: "^jobs/" },
      { path: "^app/(http|routes|ui|server\\.ts)" },
      "Jobs go through features.",
    ),
    forbid(
      "lib-is-pure",
      { path: "^app/lib/" },
      { path: "^(db|jobs|app/(features|http|routes|ui))/" },
      "lib stands alone.",
    ),
    forbid(
      "ui-knows-no-domain",
      { path: "^app/ui/" },
      { path: "^(db|jobs|app/(features|http|routes))/" },
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
          "(env\\.d\\.ts$|\\.test\\.tsx?|/dev\\.ts|/build-service-worker\\.mjs|/service-worker/.*|config\\.ts|app/routes(\\.ts|/(api|screens|resources)\\.ts))$",
      },
      { dependencyTypes: ["npm-dev"], pathNot: "@types" },
      "What runs is in dependencies.",
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
