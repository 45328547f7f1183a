import { useState } from "react";
import { useLocation } from "react-router";
import type { FlashText } from "./flash.ts";
import { useRootData } from "./root-data.ts";

/** The message of the form before this page. It stays until another page comes: data that is loaded anew brings none. */
export function useFlash(): FlashText | null | undefined {
  const { key } = useLocation();
  const flash = useRootData()?.flash;
  const [kept, setKept] = useState({ key, flash });
  if (kept.key !== key || (flash && flash !== kept.flash)) setKept({ key, flash });
  return kept.flash;
}
