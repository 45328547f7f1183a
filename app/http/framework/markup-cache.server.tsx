import { LRUCache } from "lru-cache";
import { type Context, type ReactNode, use } from "react";
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
import type { MarkupCache } from "#app/ui/content-of.ts";
import { ToastsContext } from "#app/ui/toast/toasts.tsx";

/** In characters: some thousand rows of tracks. */
const maxSize = 4_000_000;

const markups = new LRUCache<string, string>({
  maxSize,
  sizeCalculation: (markup, key) => markup.length + key.length,
});

/** Their numbers, for keys. */
const components = new Map<unknown, number>();

/** Renders a component once for equal props. */
export const markupCache: MarkupCache = (Component, props, on) => {
  const number = components.get(Component) ?? components.size;
  components.set(Component, number);
  const { location } = use(UNSAFE_LocationContext);
  const page = on ? location.pathname + location.search : "";
  const key = `${number} ${page} ${JSON.stringify(props)}`;
  const known = markups.get(key);
  if (known !== undefined) return known;
  const tree = renderToString(forNobody(<Component {...props} />, on !== undefined));
  // As one run of characters: React's string is a tree of small ones, through which every page would go again.
  const markup = Buffer.from(tree).toString();
  markups.set(key, markup);
  return markup;
};

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
