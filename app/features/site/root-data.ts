import { useRouteLoaderData } from "react-router";
import type { ColorScheme } from "./color-scheme.ts";
import type { FlashText } from "./flash.ts";

/**
 * What the root route loads for every page. A feature adds fields by declaration merging (`declare module
 * "#app/features/site/root-data.ts"`): then the root loader doesn't compile without them, and the site knows no feature.
 */
export interface RootData {
  colorScheme: ColorScheme;
  /** Stored by the service worker: the same for everybody. */
  isForNobody: boolean;
  /** As far as the server can tell. */
  isInstalledApp: boolean;
  /** As in `https://mugen.example`. */
  origin: string;
  requestId: string;
  flash: FlashText | null;
  refused: boolean;
  /** The browser is signed in to the console too; absent otherwise. */
  isAdmin?: boolean;
  year: number;
}

/** Undefined when the root loader failed, and on pages stored by the service worker. */
export function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<() => Promise<RootData>>("root");
  return data?.isForNobody ? undefined : data;
}
