import { registerHooks } from "node:module";

/**
 * Tells Node what drizzle-orm's files are when they import each other. Node itself would parse the package's description,
 * 180 KB of exports, anew for each of its 300 files: most of a second of processor time in every process of the tests.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "" } = context;
    return specifier.startsWith(".") &&
      specifier.endsWith(".js") &&
      parentURL.includes("/node_modules/drizzle-orm/")
      ? { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true }
      : next(specifier, context);
  },
});
