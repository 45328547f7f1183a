import { type Plugin, parseSync, Visitor } from "vite";

/**
 * Functions of React Router that this program never reaches, though its bundle refers to them, and what they do instead:
 * nothing, or return this JavaScript.
 */
const unreached: Record<string, string> = {
  // Discovery of routes while browsing: `routeDiscovery` is "initial".
  isFogOfWarEnabled: "false",
  useFogOFWarDiscovery: "",
  getPatchRoutesOnNavigationFunction: "",
  fetchAndApplyManifestPatches: "",
  // Instrumentation, which `HydratedRouter` is given none of.
  instrumentClientSideRouter: "",
  getRouteInstrumentationUpdates: "{}",
  // Server components and single-page mode.
  useIsRSCRouterContext: "false",
  RSCErrorHandler: "",
  RSCPrefetchPageLinksImpl: "",
  nonSsrStrategy: "",
  // What stands in for an error page, a fallback and scripts of a root that has none.
  DefaultErrorComponent: "",
  RemixRootDefaultHydrateFallback: "",
  Scripts: "",
  // Navigation without a data router, and reloading of edited modules.
  useNavigateUnstable: "",
  createClientRoutesWithHMRRevalidationOptOut: "",
  wrapShouldRevalidateForHdr: "",
  // Advice in the console.
  warning: "",
  warningOnce: "",
  warnOnce: "",
};

/** Functions that throw unless their first argument is true; the second one is the error's text. */
const assertions = new Set(["invariant", "invariant2"]);

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Vite plugin: leaves out of the browser's React Router what this program never reaches, and the texts of assertions about
 * how it is called, which then throw an error that has a stack but no text: a twentieth of the scripts that home loads. Fails
 * the build when a function is gone. Can go as far as React Router's own build does this.
 */
export function slimRouter(): Plugin {
  const found = new Set<string>();
  return {
    name: "mugen:slim-router",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
      handler: (code, id) => apply(findEdits(code, id, found), code),
    },
    buildEnd(error) {
      const missing = Object.keys(unreached).filter((name) => !found.has(name));
      if (!error && missing.length > 0)
        this.error(`React Router no longer has ${missing.join(", ")}: see app/http/framework/slim-router.ts`);
    },
  };
}

function findEdits(code: string, id: string, found: Set<string>): Edit[] {
  const edits: Edit[] = [];
  const { program } = parseSync(id, code);
  for (const statement of program.body) {
    const name = statement.type === "FunctionDeclaration" ? statement.id?.name : undefined;
    const value = name === undefined ? undefined : unreached[name];
    if (value === undefined || name === undefined) continue;
    found.add(name);
    const text = `/* @__NO_SIDE_EFFECTS__ */ function ${name}() {${value && `return ${value}`}}`;
    edits.push({ start: statement.start, end: statement.end, text });
  }
  const isReplaced = ({ start }: Edit) => edits.some((edit) => edit.start <= start && start < edit.end);
  const texts: Edit[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [condition, message] }) {
      if (callee.type === "Identifier" && assertions.has(callee.name) && condition && message)
        texts.push({ start: condition.end, end: message.end, text: "" });
    },
  }).visit(program);
  return [...edits, ...texts.filter((edit) => !isReplaced(edit))];
}

const apply = (edits: Edit[], code: string): string =>
  edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
