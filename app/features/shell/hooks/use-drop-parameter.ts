import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Takes a query parameter that has done its work out of the address, once the page is alive: in its place in the
 * history, and without asking the server again.
 */
export function useDropParameter(name: string): void {
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
