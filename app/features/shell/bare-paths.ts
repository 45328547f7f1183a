const bare = new Set([
  "/premium",
  "/premium-success",
  "/invalid-invitation",
  "/pending-approval",
  "/access-denied",
  "/invitation-required",
  "/closed-beta",
]);

/** Whether a page stands alone, without the navigation (spec 1 §2, "Bottom navigation"). */
export function isBarePath(pathname: string): boolean {
  const path = pathname.replace(/\/+$/, "");
  return bare.has(path) || path.startsWith("/i/");
}
