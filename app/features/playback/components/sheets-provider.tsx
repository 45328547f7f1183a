import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useToast } from "#app/ui/toasts.tsx";
import { type OpenSheet, type SheetName, SheetsContext, type SheetTrack } from "../sheets.ts";
import type { PlayerSheets } from "./player-sheets.tsx";

/** Milliseconds after which a page has come to rest. */
const restMs = 1500;

const fetchSheets = () => import("./player-sheets.tsx");

/**
 * Holds what opens over the page around the player. It is no part of the page's start: it is fetched when the page has
 * come to rest, so that it is there when the network has just gone.
 */
export function SheetsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<readonly SheetName[]>([]);
  const [track, setTrack] = useState<SheetTrack | null>(null);
  const [view, setView] = useState<{ Sheets: typeof PlayerSheets } | null>(null);
  const { pathname } = useLocation();
  const { show } = useToast();
  const fetchView = useCallback(
    () => fetchSheets().then(({ PlayerSheets }) => setView((last) => last ?? { Sheets: PlayerSheets })),
    [],
  );
  useEffect(() => {
    // A failed fetch is told when it is needed.
    const timer = setTimeout(() => void fetchView().catch(() => undefined), restMs);
    return () => clearTimeout(timer);
  }, [fetchView]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is left takes its sheets along
  useEffect(() => setOpen([]), [pathname]);
  const openSheet = useCallback<OpenSheet>(
    (name, about) => {
      if (about) setTrack(about);
      setOpen((last) => [...last.filter((one) => one !== name), name]);
      fetchView().catch(() => {
        setOpen([]);
        show({
          tone: "error",
          title: "表示できませんでした",
          description: "接続を確認して、ページを再読み込みしてください。",
        });
      });
    },
    [fetchView, show],
  );
  const close = useCallback((name: SheetName) => setOpen((last) => last.filter((one) => one !== name)), []);
  return (
    <SheetsContext value={openSheet}>
      {children}
      {view && <view.Sheets open={open} track={track} onClose={close} />}
    </SheetsContext>
  );
}
