import { useRootData } from "#app/features/site/root-data.ts";

declare module "#app/features/site/root-data.ts" {
  interface RootData {
    /** Premium can be bought here: payments are set up. */
    isPremiumSold: boolean;
  }
}

/**
 * Whether premium can be bought here. Where it can't, nothing offers it or leads to `/premium`, and what is for premium members
 * says only that. False on pages without data of the server, which can't know it.
 */
export const useIsPremiumSold = (): boolean => Boolean(useRootData()?.isPremiumSold);
