import { useEffect, useState } from "react";
import { askServer } from "#app/lib/ask-server.ts";

/** How often a lost connection is looked for while somebody looks at the page, in ms. */
const everyMs = 10_000;

/** Whether the site answers: what the browser knows of its network says little on a train. */
export async function isServerThere(): Promise<boolean> {
  return (await askServer("GET", "/ping")).ok;
}

interface Connection {
  /** Null until it is known. */
  isThere: boolean | null;
  look(): Promise<boolean>;
}

/** Whether the site can be reached; looked for when the page opens, while it can't, and when the browser says so. */
export function useConnection(): Connection {
  const [isThere, setIsThere] = useState<boolean | null>(null);
  const look = async () => {
    const found = await isServerThere();
    setIsThere(found);
    return found;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` does the same each time
  useEffect(() => {
    const lookQuietly = () => void look();
    if (isThere === null) lookQuietly();
    const timer = isThere
      ? undefined
      : setInterval(() => document.visibilityState === "visible" && lookQuietly(), everyMs);
    window.addEventListener("online", lookQuietly);
    window.addEventListener("offline", lookQuietly);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", lookQuietly);
      window.removeEventListener("offline", lookQuietly);
    };
  }, [isThere]);
  return { isThere, look };
}
