import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { isFinal, type ProgressMessage } from "#app/features/themes/tasks/progress-message.ts";

/** After the end of a task the page goes on, with its track, after so long. */
const goOnMs = 2000;
const reconnectMs = 3000;
/** The server closes the socket of a session that has ended with this code. */
const policyViolation = 1008;

/** Messages by task, as they came. */
export type LiveProgress = Readonly<Record<string, readonly ProgressMessage[]>>;

/**
 * What happens to tasks while it happens, over `/ws`. After the end of one the page's data is loaded anew. Without a connection
 * it stays empty: the page refreshes itself all the same.
 */
export function useLiveProgress(taskIds: readonly string[]): LiveProgress {
  const [progress, setProgress] = useState<LiveProgress>({});
  const { revalidate } = useRevalidator();
  const ids = taskIds.join(" ");
  useEffect(() => {
    if (ids === "") return;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const later = (work: () => void, ms: number) => timers.add(setTimeout(work, ms));
    let socket: WebSocket | undefined;
    const connect = () => {
      const scheme = window.location.protocol === "https:" ? "wss" : "ws";
      const opened = new WebSocket(`${scheme}://${window.location.host}/ws`);
      socket = opened;
      opened.addEventListener("open", () => {
        // The server tells everything from the beginning.
        setProgress({});
        for (const taskId of ids.split(" ")) opened.send(JSON.stringify({ type: "subscribe", taskId }));
      });
      opened.addEventListener("message", (event) => {
        const message: ProgressMessage = JSON.parse(String(event.data));
        const { taskId } = message;
        setProgress((known) => ({ ...known, [taskId]: [...(known[taskId] ?? []), message] }));
        if (isFinal(message)) later(() => void revalidate(), goOnMs);
      });
      opened.addEventListener("close", (event) => {
        if (event.code === policyViolation) void revalidate();
        else later(connect, reconnectMs);
      });
    };
    connect();
    return () => {
      for (const timer of timers) clearTimeout(timer);
      // A new effect follows; the timer of its predecessor must not.
      socket?.addEventListener("close", () => {
        for (const timer of timers) clearTimeout(timer);
      });
      socket?.close();
    };
  }, [ids, revalidate]);
  return progress;
}
