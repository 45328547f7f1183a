import { type Plugin, parseSync } from "vite";

const loader = "loadRouteModule";

/**
 * Vite plugin: if a screen's script can't be loaded, calls `window.handleRouteModuleFailure` instead of reloading, which
 * without a network gives the browser's error page and ends the sound. Fails the build if React Router's function is gone. Can
 * go when React Router leaves this to programs.
 */
export function routeModuleFailure(): Plugin {
  let isFound = false;
  return {
    name: "mugen:route-module-failure",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/](development|production)[\\/]/ },
      handler(code, id) {
        for (const statement of parseSync(id, code).program.body) {
          if (statement.type !== "FunctionDeclaration" || statement.id?.name !== loader) continue;
          const attempt = statement.body?.body.find((one) => one.type === "TryStatement");
          if (!attempt?.handler) continue;
          isFound = true;
          const { start, end } = attempt.handler;
          const instead =
            "catch { return arguments[1][arguments[0].id] = await window.handleRouteModuleFailure(arguments[0].module) }";
          return code.slice(0, start) + instead + code.slice(end);
        }
        return undefined;
      },
    },
    buildEnd(error) {
      if (!error && !isFound)
        this.error(`React Router no longer has ${loader}: see app/http/framework/route-module-failure.ts`);
    },
  };
}
