/** The inline module script of React Router's `<Scripts>`, with its attributes. */
const routerScript = /(<script[^>]* type="module" async="">)([^<]*)(?=<\/script>)/;
const preloadLink = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** `import "a.js";` and `import * as name from "a.js";`, each on a line of its own. */
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");/gm;

/** A hidden page has no animation frames: it waits this long. */
const maxWaitMs = 2000;

/**
 * Makes a page of React Router load its scripts after the first paint: on a slow network they would compete with the
 * stylesheet, and cached ones would run before anything is visible. They are then loaded all at once, as the `modulepreload`
 * links would have done. Other HTML is returned unchanged. Can go when `<Scripts>` can defer its module script until the
 * first paint, or when browsers give `modulepreload` a lower priority than stylesheets and run scripts after it.
 */
export function deferScripts(html: string): string {
  const bodyStart = html.indexOf("<body");
  const preloads: string[] = [];
  const head = html.slice(0, bodyStart).replace(preloadLink, (_link, url: string) => {
    preloads.push(url);
    return "";
  });
  const body = html
    .slice(bodyStart)
    .replace(
      routerScript,
      (_script, opening: string, code: string) =>
        opening + waitForPaintAndPreload(preloads) + toDynamicImports(code),
    );
  return head + body;
}

// The first frame has been painted when the second one begins.
const waitForPaintAndPreload = (urls: readonly string[]) => `await new Promise((go) => {
  setTimeout(go, ${maxWaitMs});
  requestAnimationFrame(() => requestAnimationFrame(go));
});
for (const href of ${JSON.stringify(urls)})
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
`;

const toDynamicImports = (code: string) =>
  code.replace(staticImport, (_import, name: string | undefined, url: string) =>
    name ? `const ${name} = await import(${url});` : `await import(${url});`,
  );
