import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { hasTypedText } from "#app/ui/form/has-typed-text.ts";
import type { CreationFlow, CreationStep } from "../creation.ts";
import type { CreationPage } from "../creation-page.ts";
import { clearSentInput, wasPublished } from "../hooks/creation-storage.ts";

/** `page`, or the last one while somebody writes on it who was signed out elsewhere: what is sent then is refused and kept. */
export function useLastPage(page: CreationPage | null): CreationPage | null {
  const [kept, keep] = useState(page);
  if (page === kept || (page === null && hasTypedText())) return kept;
  keep(page);
  return page;
}

/** Clears sent input; revalidates when the page is visible again, restored from history, or online. */
export function useRevalidation(
  flow: CreationFlow,
  page: CreationPage | null,
  step: CreationStep | null,
): void {
  const { revalidate } = useRevalidator();
  const viewerId = page?.viewerId;
  const isSent = page !== null && (step !== "input" || page.state.running !== null);
  const filename = page?.state.preview?.previewFilename;
  const sentText = page?.state.inputText ?? "";
  useEffect(() => {
    if (viewerId && isSent) clearSentInput({ flow: flow.flow, viewerId }, sentText);
  }, [flow, viewerId, isSent, sentText]);
  useEffect(() => {
    const refresh = () => void revalidate();
    const onVisibilityChange = () => {
      if (document.visibilityState === "visible") refresh();
    };
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) refresh();
    };
    document.addEventListener("visibilitychange", onVisibilityChange);
    window.addEventListener("pageshow", onPageShow);
    window.addEventListener("online", refresh);
    return () => {
      document.removeEventListener("visibilitychange", onVisibilityChange);
      window.removeEventListener("pageshow", onPageShow);
      window.removeEventListener("online", refresh);
    };
  }, [revalidate]);
  useEffect(() => {
    if (filename && wasPublished(filename)) void revalidate();
  }, [filename, revalidate]);
}
