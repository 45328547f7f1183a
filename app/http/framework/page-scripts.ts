// The scripts of a page, instead of `<Scripts>`, `<ScrollRestoration>`'s own and those in which `<ServerRouter>` streams the
// loaders' data: they are text beside the markup, and the larger part is the same for all pages of a route. Can go when
// React Router lets a page choose when its scripts are loaded, and hands over data that is there without suspending.
import type { EntryContext } from "react-router";

/** Where `<ScrollRestoration>` keeps positions (sessionStorage). */
export const scrollPositionsKey = "scroll-positions";

/** A hidden page has no animation frames: it waits this long. */
const maxWaitMs = 2000;

/**
 * HTML for the end of the body. The first script restores the scroll position and hands the loaders' data over as `data`, the
 * text of React Router's stream: it stands where the browser expects that of `<ScrollRestoration>`. The second loads the
 * scripts after the first paint: on a slow network they would compete with the style sheet, and cached ones would run
 * before anything is visible. They are then loaded all at once, and run in their order.
 */
export function pageScripts(context: EntryContext, { nonce, data }: { nonce: string; data: string }): string {
  return `<script nonce="${nonce}">${restoreScroll}${handOver(context.serverHandoffString ?? "{}", data)}</script><script nonce="${nonce}" type="module" async>${loadModules(context)}</script>`;
}

const restoreScroll = `try{let h=history,k=h.state?.key,y;k||h.replaceState({key:Math.random().toString(32).slice(2)},"");y=JSON.parse(sessionStorage["${scrollPositionsKey}"]||"{}")[k];y>=0&&scrollTo(0,y)}catch{}`;

/** JavaScript that gives the router its settings (JSON) and the text. */
export const handOver = (settings: string, text: string): string =>
  `window.__reactRouterContext={...${settings},stream:new ReadableStream({start(to){to.enqueue('${text.replace(special, escaped)}');to.close()}}).pipeThrough(new TextEncoderStream)}`;

/** What would end the literal or the script, or is no character of a literal. */
const special = /[\\'<\n\r\u2028\u2029]/g;

const escaped = (character: string) =>
  character === "\\" ? "\\\\" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** By manifest and routes. */
const loaders = new Map<string, string>();

function loadModules({ manifest, staticHandlerContext }: EntryContext): string {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const key = [manifest.url, ...ids].join();
  const known = loaders.get(key);
  if (known !== undefined) return known;
  const routes = ids.flatMap((id) => manifest.routes[id] ?? []);
  const { entry, hmr, url } = manifest;
  const all = [
    url,
    entry.module,
    ...entry.imports,
    ...routes.flatMap((one) => [one.module, ...(one.imports ?? [])]),
  ];
  const files = [...new Set(all)];
  // The first frame has been painted when the second one begins.
  const script = `await new Promise(go=>{setTimeout(go,${maxWaitMs});requestAnimationFrame(()=>requestAnimationFrame(go))});
const f=${JSON.stringify(files)};for(let href of f)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
${hmr ? `await import(${JSON.stringify(hmr.runtime)});` : ""}await import(f[0]);
window.__reactRouterRouteModules={${routes.map(({ id, module }) => `${JSON.stringify(id)}:await import(f[${files.indexOf(module)}])`).join()}};
import(f[1])`;
  loaders.set(key, script);
  return script;
}

/** The whole text of the stream `serverHandoffStream` of an entry context. */
export async function readHandoff(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}
