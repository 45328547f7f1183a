import { type MouseEvent, useEffect, useRef, useState } from "react";
import { usePlayer } from "#app/features/playback/hooks/use-player.tsx";
import { iconOnlyClass, Spinner } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";

interface LineSoundProps {
  /** `lineSoundPath`. */
  src: string;
  line: number;
  /** What has to be done before the address says what the page shows. */
  onBefore?: () => Promise<void>;
}

/** Ends what is heard in another line. */
let endOther: (() => void) | null = null;

/** Plays a line of a script in its voice; a link to the sound without JavaScript. */
export function LineSound({ src, line, onBefore }: LineSoundProps) {
  const [state, setState] = useState<"silent" | "loading" | "playing">("silent");
  const player = usePlayer();
  const { show } = useToast();
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  const press = async (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (state !== "silent") return end.current?.();
    endOther?.();
    player.pause();
    // Made by the click itself, so that it may play when it has loaded.
    const audio = new Audio();
    const stop = () => {
      audio.pause();
      audio.removeAttribute("src");
      if (endOther === stop) endOther = null;
      setState("silent");
    };
    endOther = stop;
    end.current = stop;
    setState("loading");
    audio.onplaying = () => setState("playing");
    audio.onended = stop;
    try {
      await onBefore?.();
      if (endOther !== stop) return;
      audio.src = src;
      await audio.play();
    } catch {
      // Ended before it was there.
      if (endOther !== stop) return;
      stop();
      show({
        title: "この行を聴けませんでした",
        description: "少し待って、もう一度お試しください。",
        tone: "error",
      });
    }
  };
  const label = `${line + 1}行目を${state === "silent" ? "聴く" : "止める"}`;
  return (
    <a
      href={src}
      target="_blank"
      rel="noopener"
      onClick={(event) => void press(event)}
      aria-label={label}
      title={label}
      className={
        state === "loading"
          ? "icon-button grid shrink-0 place-items-center"
          : `${iconOnlyClass(state === "playing" ? "pause" : "play")} icon-button shrink-0`
      }
    >
      {state === "loading" && <Spinner />}
    </a>
  );
}
