import { registerHooks } from "node:module";

/**
 * Tells Node the type of drizzle-orm's files. Node would parse the package's 180 KB of exports for each of 300 files: most of a
 * second of processor time per test process.
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
