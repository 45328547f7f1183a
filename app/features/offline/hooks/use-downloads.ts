import { useState, useSyncExternalStore } from "react";
import { type Downloads, readDownloads, subscribeToDownloads } from "./download-queue.ts";

const initialDownloads: Downloads = { tracks: null, problem: null, pending: new Map() };

/** This device's downloads; unknown on the server. */
export function useDownloads(): Downloads {
  return useSyncExternalStore(subscribeToDownloads, readDownloads, () => initialDownloads);
}

type State = "absent" | "downloading" | "downloaded" | "failed";

/** Announces the last change of `state` (null while unknown) to screen readers; empty before the first. */
export function useDownloadAnnouncement(state: State | null): string {
  const [{ last, text }, setAnnouncement] = useState<{ last: State | null; text: string }>({
    last: state,
    text: "",
  });
  if (state !== last)
    setAnnouncement({ last: state, text: last && state ? announcementFor(last, state) : "" });
  return text;
}

function announcementFor(last: State, state: State): string {
  if (state === "downloading") return "端末への保存を始めました。";
  if (state === "downloaded") return "端末に保存しました。";
  // The failure message has role=alert.
  if (state === "failed") return "";
  if (last === "downloaded") return "端末から削除しました。";
  return last === "downloading" ? "保存を中止しました。" : "";
}
