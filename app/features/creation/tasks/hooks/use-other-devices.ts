import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { CreationFlow } from "../../creation.ts";
import { ignoresCompletedTasks, loadRestartedTasks } from "../../hooks/creation-storage.ts";
import type { CreationPage } from "../../server/load-creation-page.server.ts";
import { fetchTasks, isActive, TaskRequestError } from "./fetch-tasks.ts";

/**
 * Polls the member's tasks while the page is visible and shows no running one, and reloads the page's data when work has
 * begun on another device. Only where the flow polls the list.
 */
export function useOtherDevices(flow: CreationFlow, page: CreationPage | null, paused: boolean): void {
  const { revalidate } = useRevalidator();
  const enabled = flow.poll.endpoint === "list" && page !== null && !page.state.running && !paused;
  const shownId = page?.state.preview?.taskId ?? page?.state.draft?.taskId;
  useEffect(() => {
    if (!enabled) return;
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout>;
    let knownId = shownId;
    const poll = async () => {
      let delayMs = flow.poll.intervalMs;
      try {
        if (document.visibilityState === "visible" && !ignoresCompletedTasks()) {
          const restarted = loadRestartedTasks();
          const latest = (await fetchTasks(signal)).find(
            ({ id, userSessionId }) => userSessionId.startsWith(`${flow.flow}_`) && !restarted.includes(id),
          );
          // Work that was over before the first poll is new to this page too.
          const isNew = latest?.id !== knownId;
          knownId = latest?.id;
          if (isNew || (latest && isActive(latest))) await revalidate();
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof TaskRequestError)) throw error;
        // Signed out: the next form says so.
        if (error.status === 401 || error.status === 403) return stop.abort();
        delayMs = flow.poll.errorDelayMs;
      } finally {
        if (!signal.aborted) timer = setTimeout(poll, delayMs);
      }
    };
    timer = setTimeout(poll, flow.poll.intervalMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [enabled, flow, revalidate, shownId]);
}
