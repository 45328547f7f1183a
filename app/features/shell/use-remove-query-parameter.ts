import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** Removes a query parameter after hydration: replaces the history entry, without revalidation. */
export function useRemoveQueryParameter(name: string): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!query.has(name)) return;
    query.delete(name);
    void navigate(
      { pathname, search: query.toString(), hash },
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    );
  }, [name, navigate, pathname, search, hash]);
}
