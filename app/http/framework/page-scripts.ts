// Replaces `<Scripts>`, `<ScrollRestoration>`'s script and the streamed loader data: as text they cost less, since most is the
// same for a route. Can go when React Router lets a page choose when scripts load, and hands over ready data without
// suspending.
import type { EntryContext } from "react-router";

/** `<ScrollRestoration>`'s key (sessionStorage). */
export const scrollPositionsKey = "scroll-positions";

/** Hidden pages wait this long: they have no animation frames. */
const maxWaitMs = 2000;

/**
 * HTML for the body's end. The first script restores the scroll position and hands over `data`, the text of React Router's
 * stream; the browser expects it in `<ScrollRestoration>`'s place. The second loads the scripts after the first paint: slow
 * ones would compete with the style sheet, cached ones would run before anything is visible. They load together and run in
 * order.
 */
export function pageScripts(context: EntryContext, { nonce, data }: { nonce: string; data: string }): string {
  return `<script nonce="${nonce}">${restoreScroll}${handOver(context.serverHandoffString ?? "{}", data)}</script><script nonce="${nonce}" type="module" async>${loadModules(context)}</script>`;
}

const restoreScroll = `try{let h=history,k=h.state?.key,y;k||h.replaceState({key:Math.random().toString(32).slice(2)},"");y=JSON.parse(sessionStorage["${scrollPositionsKey}"]||"{}")[k];y>=0&&scrollTo(0,y)}catch{}`;

/** JavaScript that hands the router its settings (JSON) and the text. */
export const handOver = (settings: string, text: string): string =>
  `window.__reactRouterContext={...${settings},stream:new ReadableStream({start(to){to.enqueue('${text.replace(special, escaped)}');to.close()}}).pipeThrough(new TextEncoderStream)}`;

/** Ends the literal or the script, or is not allowed in a literal. */
const special = /[\\'<\n\r\u2028\u2029]/g;

const escaped = (character: string) =>
  character === "\\" ? "\\\\" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

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
  // The second frame begins after the first paint.
  const script = `await new Promise(go=>{setTimeout(go,${maxWaitMs});requestAnimationFrame(()=>requestAnimationFrame(go))});
const f=${JSON.stringify(files)};for(let href of f)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
${hmr ? `await import(${JSON.stringify(hmr.runtime)});` : ""}await import(f[0]);
window.__reactRouterRouteModules={${routes.map(({ id, module }) => `${JSON.stringify(id)}:await import(f[${files.indexOf(module)}])`).join()}};
import(f[1])`;
  loaders.set(key, script);
  return script;
}

/** The whole text of an entry context's `serverHandoffStream`. */
export async function readHandoff(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}
