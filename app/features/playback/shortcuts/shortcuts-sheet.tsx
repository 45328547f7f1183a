import { useState } from "react";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { SheetProps } from "../sheets/sheets.tsx";
import { areShortcutsOn, setShortcutsOn } from "./shortcuts.ts";

const keys: readonly (readonly [keys: readonly string[], action: string])[] = [
  [["Space", "K"], "再生・一時停止"],
  [["J", "Shift ←"], "15秒戻る"],
  [["L", "Shift →"], "15秒進む"],
  [["N"], "次の音声"],
  [["P"], "前の音声"],
  [[">"], "速くする"],
  [["<"], "遅くする"],
  [["M"], "いいね"],
  [["Q"], "次の音声の一覧"],
  [["↑", "↓"], "台本の前後の文（台本の中で）"],
  [["?"], "この案内"],
];

/** Lists the player's keys, with a switch to turn them off. */
export function ShortcutsSheet({ open, onClose }: SheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title="キーボードショートカット">
      {open && <Keys />}
    </Dialog>
  );
}

function Keys() {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  const change = (next: boolean) => {
    setShortcutsOn(next);
    setIsOn(next);
  };
  return (
    <div className="space-y-4 pb-2">
      <dl className="divide-y divide-line text-sm">
        {keys.map(([names, action]) => (
          <div key={action} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
            <dt>{action}</dt>
            <dd className="flex gap-1.5">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="min-w-8 rounded-sm border border-line-strong/60 bg-sunken px-2 py-0.5 text-center font-sans text-xs font-bold"
                >
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch label="ショートカットを使う" isOn={isOn} onChange={change} />
    </div>
  );
}
