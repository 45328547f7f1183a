import { classNames } from "#app/ui/class-names.ts";
import { usePlayback } from "../hooks/use-player.tsx";
import { nextRate } from "./playback-rate.ts";
import { useChooseRate } from "./use-choose-rate.ts";

/** Shows the speed; a click chooses the next one. */
export function SpeedButton() {
  const rate = usePlayback(({ rate }) => rate);
  const choose = useChooseRate();
  return (
    <button
      type="button"
      aria-label={`再生速度 ${rate}倍。次の速度にする`}
      title="次の速度にする"
      onClick={() => choose(nextRate(rate), 1)}
      className={classNames(
        "h-[52px] w-[44px] shrink-0 rounded-full font-bold whitespace-nowrap text-[min(0.875rem,18px)] tabular-nums hover:bg-sunken unscripted:hidden",
        rate === 1 ? "text-muted" : "text-accent",
      )}
    >
      {`${rate}×`}
    </button>
  );
}
