import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from "react";
import { useLocation } from "react-router";
import { useToast } from "#app/ui/toast/toasts.tsx";

export type SheetName =
  | "player"
  | "queue"
  | "sleep"
  | "speed"
  | "double-speed"
  | "shortcuts"
  | "settings"
  | "playlists";

export interface SheetTrack {
  id: number;
  title: string;
}

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  track: SheetTrack | null;
}

type OpenSheet = (name: SheetName, track?: SheetTrack) => void;

const SheetsContext = createContext<OpenSheet | null>(null);

/** The function that opens a sheet. Throws outside `SheetsProvider`. */
export function useOpenSheet(): OpenSheet {
  const open = useContext(SheetsContext);
  if (!open) throw new Error("useOpenSheet needs a SheetsProvider above it");
  return open;
}

const preloadDelayMs = 1500;

type SheetsContent = ComponentType<{
  open: readonly SheetName[];
  track: SheetTrack | null;
  onClose: (name: SheetName) => void;
}>;

/**
 * Opens and closes the player's sheets. `load` must be stable; it imports their code soon after the page's start, so that they
 * open without a network.
 */
export function SheetsProvider(props: {
  load: () => Promise<{ SheetsContent: SheetsContent }>;
  children: ReactNode;
}) {
  const { load, children } = props;
  const [open, setOpen] = useState<readonly SheetName[]>([]);
  const [track, setTrack] = useState<SheetTrack | null>(null);
  const [view, setView] = useState<{ SheetsContent: SheetsContent } | null>(null);
  const { key } = useLocation();
  const { show } = useToast();
  const loadView = useCallback(
    () => load().then(({ SheetsContent }) => setView((last) => last ?? { SheetsContent })),
    [load],
  );
  useEffect(() => {
    // Opening a sheet reports a failure.
    const timer = setTimeout(() => void loadView().catch(() => undefined), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [loadView]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheets close with every navigation
  useEffect(() => setOpen([]), [key]);
  const openSheet = useCallback<OpenSheet>(
    (name, track) => {
      if (track) setTrack(track);
      setOpen((last) => [...last.filter((other) => other !== name), name]);
      loadView().catch(() => {
        setOpen([]);
        show({
          tone: "error",
          title: "表示できませんでした",
          description: "接続を確認して、ページを再読み込みしてください。",
        });
      });
    },
    [loadView, show],
  );
  const close = useCallback(
    (name: SheetName) => setOpen((last) => last.filter((other) => other !== name)),
    [],
  );
  return (
    <SheetsContext value={openSheet}>
      {children}
      {view && <view.SheetsContent open={open} track={track} onClose={close} />}
    </SheetsContext>
  );
}
