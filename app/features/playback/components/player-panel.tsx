import { ButtonLink } from "#app/ui/button.tsx";
import { Cached } from "#app/ui/cached.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { usePlayback } from "../hooks/use-player.tsx";
import { FullPlayer } from "./full-player.tsx";

/** The full player beside the content in wide windows. On other pages than home, an empty one leads there. */
export function PlayerPanel({ isHome = false }: { isHome?: boolean }) {
  const track = usePlayback(({ track }) => track);
  return (
    <aside
      aria-label="プレーヤー"
      className="fixed inset-y-0 right-0 hidden w-[340px] flex-col overflow-y-auto border-l border-line px-6 py-8 panel:flex"
    >
      {track ? (
        <FullPlayer track={track} className="my-auto" />
      ) : (
        <Cached
          as="div"
          className="my-auto space-y-4 text-center text-sm text-muted unscripted:hidden"
          of={NothingPlayed}
          props={{ isHome }}
        />
      )}
    </aside>
  );
}

function NothingPlayed({ isHome }: { isHome: boolean }) {
  return (
    <>
      <Logo className="mx-auto w-40 text-line-strong opacity-40" />
      {!isHome && (
        <ButtonLink to="/" variant="quiet" icon="headphones">
          ホームで聴きはじめる
        </ButtonLink>
      )}
    </>
  );
}
