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
      className={classNames("speed-button", rate !== 1 && "text-accent")}
    >
      {`${rate}×`}
    </button>
  );
}
