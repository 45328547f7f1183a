/** Headers of what players and readers in other sites' pages may use: public, and the same for everybody. */
export const forOtherSites = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;
