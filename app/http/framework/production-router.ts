import type { Plugin } from "vite";

/**
 * Vite plugin: the client build takes React Router's production files. Its package resolves browsers to the development
 * build, warnings included, whatever the build is for. Can go when the package's `exports` choose by NODE_ENV or by the
 * `production` condition.
 */
export function productionRouter(): Plugin {
  return {
    name: "mugen:production-router",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      async handler(source, importer) {
        const found = await this.resolve(source, importer, { skipSelf: true });
        return (
          found && { ...found, id: found.id.replace(/([\\/]dist[\\/])development([\\/])/, "$1production$2") }
        );
      },
    },
  };
}
