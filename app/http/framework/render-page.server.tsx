import { LRUCache } from "lru-cache";
import { type ComponentType, type Context, type ReactNode, use } from "react";
import { renderToString } from "react-dom/server";
import {
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterStateContext,
  UNSAFE_LocationContext,
  UNSAFE_NavigationContext,
} from "react-router";
import { LoginPromptContext } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { PlayerContext } from "#app/features/playback/hooks/use-player.tsx";
import { SheetsContext } from "#app/features/playback/sheets/sheets.tsx";
import { TrackRowSlotsContext } from "#app/features/tracks/list/track-row-slots.ts";
import { type MarkupCache, MarkupCacheContext } from "#app/ui/content-of.ts";
import { ToastsContext } from "#app/ui/toast/toasts.tsx";

/** In bytes: some thousand rows of tracks. */
const maxSize = 8_000_000;

const markups = new LRUCache<string, Buffer>({
  maxSize,
  // A character of a key takes up two.
  sizeCalculation: (markup, key) => markup.length + 2 * key.length,
});

/** Stands for a part. In texts `<` is escaped, so that none contains it. */
const gapOf = (part: number) => `<!--part${part}-->`;

/**
 * Renders a page whose parts are rendered once for equal props. Its `markup` has a gap for each of them; `fill` puts them into
 * the page in UTF-8: most of a page is parts, whose bytes are only copied.
 */
export function renderPage(page: ReactNode): { markup: string; fill(html: Buffer): Buffer<ArrayBuffer> } {
  const parts: Buffer[] = [];
  const leaveGap: MarkupCache = (Component, props, on) => gapOf(parts.push(partOf(Component, props, on)) - 1);
  const markup = renderToString(<MarkupCacheContext value={leaveGap}>{page}</MarkupCacheContext>);
  return { markup, fill: (html) => fillGaps(html, parts) };
}

function fillGaps(html: Buffer, parts: readonly Buffer[]): Buffer<ArrayBuffer> {
  const slices: Buffer[] = [];
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const gap = gapOf(index);
    const at = html.indexOf(gap, from, "latin1");
    // What React has rendered and then left out.
    if (at === -1) continue;
    slices.push(html.subarray(from, at), part);
    from = at + gap.length;
  }
  return Buffer.concat([...slices, html.subarray(from)]);
}

/** Their numbers, for keys. */
const components = new Map<unknown, number>();

/** The markup of a component, rendered once for equal props. Called while rendering. */
function partOf<P extends object>(Component: ComponentType<P>, props: P, on?: "page"): Buffer {
  const number = components.get(Component) ?? components.size;
  components.set(Component, number);
  const { location } = use(UNSAFE_LocationContext);
  const page = on ? location.pathname + location.search : "";
  const key = `${number} ${page} ${JSON.stringify(props)}`;
  const known = markups.get(key);
  if (known !== undefined) return known;
  const markup = renderToString(forNobody(<Component {...props} />, on !== undefined));
  const bytes = Buffer.from(markup);
  markups.set(key, bytes);
  return bytes;
}

/** Carries over what a nested rendering lacks: of the router the page's address at most, and nothing that it has loaded. */
function forNobody(node: ReactNode, hasAddress: boolean): ReactNode {
  const state = use(UNSAFE_DataRouterStateContext);
  return [
    carryOver(PlayerContext),
    carryOver(LoginPromptContext),
    carryOver(SheetsContext),
    carryOver(ToastsContext),
    carryOver(TrackRowSlotsContext),
    ...(hasAddress ? [carryOver(UNSAFE_LocationContext), carryOver(UNSAFE_NavigationContext)] : []),
    carryOver(UNSAFE_DataRouterContext),
    provide(UNSAFE_DataRouterStateContext, state && { ...state, loaderData: {}, actionData: null }),
  ].reduce((inside, wrap) => wrap(inside), node);
}

const carryOver = <T,>(One: Context<T>) => provide(One, use(One));

const provide =
  <T,>(One: Context<T>, value: T) =>
  (inside: ReactNode) => <One value={value}>{inside}</One>;
