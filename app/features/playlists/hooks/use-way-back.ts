import { useState } from "react";
import type { WayBack } from "../way-back.ts";

/** The way back as it was when the page of this playlist was opened: what is loaded anew on it comes from itself. */
export function useWayBack(playlistId: number, given: WayBack): WayBack {
  const [opened, setOpened] = useState({ playlistId, back: given });
  if (opened.playlistId === playlistId) return opened.back;
  setOpened({ playlistId, back: given });
  return given;
}
