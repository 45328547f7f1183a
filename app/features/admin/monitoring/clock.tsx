import { useEffect, useState } from "react";
import { formatClock } from "./format-facts.ts";

/** A clock that ticks each second; without JavaScript the time of the page. */
export function Clock({ now }: { now: number }) {
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(Date.now());
    const timer = setInterval(() => setAt(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} className="text-sm text-muted tabular-nums">
      {formatClock(at)}
    </time>
  );
}
