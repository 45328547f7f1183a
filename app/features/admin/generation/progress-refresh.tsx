import { Link, useLocation } from "react-router";
import { useConsoleNews } from "../parts/live-refresh.tsx";

const refreshS = 3;
const paused = "off";

/** Without JavaScript, reloads every three seconds. A link stops that, so that questions can be answered in peace. */
export function ProgressRefresh({ isActive }: { isActive: boolean }) {
  useConsoleNews();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const isPaused = query.get("refresh") === paused;
  if (isPaused) query.delete("refresh");
  else query.set("refresh", paused);
  const other = `${pathname}?${query}`;
  if (!isActive) return null;
  return (
    <noscript>
      {!isPaused && <meta httpEquiv="refresh" content={String(refreshS)} />}
      <p className="text-sm text-muted">
        {isPaused ? "自動更新を止めています。" : `${refreshS}秒ごとに更新します。`}
        <Link to={other} className="inline-flex min-h-11 items-center text-accent underline">
          {isPaused ? "自動更新を再開する" : "自動更新を止める"}
        </Link>
      </p>
    </noscript>
  );
}
