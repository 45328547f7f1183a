import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import type { CreationFlow } from "../creation-flow.ts";
import { rememberRestart } from "../creation-memory.ts";
import type { CreationPage } from "../server/load-creation-page.server.ts";

/**
 * Whether "start over" is under way: from the press until `flow.resetMs` after it went through. Nothing is polled
 * meanwhile (spec 3 §4 "Reset"). What the device remembers is put away only once the server has started over.
 */
export function useResetting(flow: CreationFlow, page: CreationPage | null): boolean {
  const navigation = useNavigation();
  const asked = navigation.formData?.get("intent") === "start-over";
  const [resetting, setResetting] = useState(false);
  const given = useRef<string[] | null>(null);
  const state = page?.state;
  const viewerId = page?.viewerId;

  useEffect(() => {
    if (!state || !viewerId) return;
    if (asked) {
      given.current ??= [state.running?.taskId, state.preview?.taskId].filter((id) => id !== undefined);
      setResetting(true);
      return;
    }
    const taskIds = given.current;
    if (!taskIds) return;
    given.current = null;
    if (state.step === "input" && !state.running) rememberRestart({ flow: flow.flow, viewerId }, taskIds);
    const timer = setTimeout(() => setResetting(false), flow.resetMs);
    return () => clearTimeout(timer);
  }, [asked, flow, state, viewerId]);

  return resetting;
}
