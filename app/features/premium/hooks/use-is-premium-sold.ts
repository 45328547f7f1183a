import { useRootData } from "#app/features/site/root-data.ts";

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    /** Whether payments are set up. */
    isPremiumSold: boolean;
  }
}

/** Whether premium can be bought here. If not, no page offers it or links to `/premium`. False on pages without root data. */
export const useIsPremiumSold = (): boolean => Boolean(useRootData()?.isPremiumSold);
