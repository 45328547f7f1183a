/** The page's own script as the router writes it, its `nonce` and all. */
const routerScript = /(<script[^>]* type="module" async="">)([^<]*)(?=<\/script>)/;
const preloadLink = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** `import "a.js";` and `import * as name from "a.js";`, each on a line of its own. */
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");/gm;

/** A page that is not shown has no frames: it waits this long, in ms. */
const mostWait = 2000;

/**
 * Has a page of the router ask for its scripts when it has been painted, not before: on a slow network they would take
 * the line from the stylesheet, and scripts that are there already would run before anything is seen. They are then
 * asked for all at once, as the `modulepreload` links would have done. Other pages come back as they are.
 */
export function paintFirst(html: string): string {
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
      (_script, opening: string, code: string) => opening + waitAndPreload(preloads) + importLater(code),
    );
  return head + body;
}

// The first frame is painted when the second one begins.
const waitAndPreload = (urls: readonly string[]) => `await new Promise((go) => {
  setTimeout(go, ${mostWait});
  requestAnimationFrame(() => requestAnimationFrame(go));
});
for (const href of ${JSON.stringify(urls)})
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
`;

const importLater = (code: string) =>
  code.replace(staticImport, (_import, name: string | undefined, url: string) =>
    name ? `const ${name} = await import(${url});` : `await import(${url});`,
  );
