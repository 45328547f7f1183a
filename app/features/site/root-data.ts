import { useRouteLoaderData } from "react-router";
import type { ColorScheme } from "./color-scheme.ts";
import type { FlashText } from "./flash.ts";

/**
 * What the root route loads for every page. This is the site's own part; a feature adds its fields by declaration merging
 * (`declare module "#app/features/site/root-data.ts"`) beside the type that they have, so that the root loader
 * fails to compile without them and the site knows no feature.
 */
export interface RootData {
  colorScheme: ColorScheme;
  /** The page is stored by the service worker: the same for everybody, without anything about the visitor. */
  isForNobody: boolean;
  /** The visit began in the installed app, as far as the server can tell. */
  isInstalledApp: boolean;
  /** Origin under which people reach the site, such as `https://mugen.example`. */
  origin: string;
  requestId: string;
  /** Message that the previous form post left for this page. */
  flash: FlashText | null;
  /** The page shows a form whose submission was rejected. */
  refused: boolean;
  /** The browser is signed in to the admin's console too, which the menu then leads to; absent otherwise. */
  isAdmin?: boolean;
  /** For the copyright line. */
  year: number;
}

/** The root route's data. Undefined when the root loader failed, and on pages stored by the service worker. */
export function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<() => Promise<RootData>>("root");
  return data?.isForNobody ? undefined : data;
}
