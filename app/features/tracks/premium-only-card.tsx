import { Link } from "react-router";
import { useIsPremiumSold } from "#app/features/premium/hooks/use-is-premium-sold.ts";
import { formatSpokenTime } from "#app/lib/format-time.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Why the sound ends early; `wholeDuration` in seconds. */
export function PremiumOnlyCard({ wholeDuration }: { wholeDuration: number }) {
  const isSold = useIsPremiumSold();
  return (
    <section
      aria-label="プレミアム限定"
      className="mx-auto flex max-w-110 gap-3 rounded-card bg-gold-tint p-4 text-left text-sm"
    >
      <Icon name="crown" className="mt-0.5 text-base text-gold" />
      <div className="min-w-0 flex-1 space-y-3">
        <div className="space-y-1">
          <p className="font-bold text-gold">プレミアム限定の音声です</p>
          <p className="leading-[1.7]">
            冒頭の30秒は、どなたでも聴けます。プレミアム会員の方は、{formatSpokenTime(wholeDuration)}
            の全編を最後まで聴けます。
          </p>
        </div>
        {isSold && (
          <ButtonLink to="/premium" reloadDocument variant="quiet" icon="crown">
            プレミアムを見る
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

/** Who may read on after the excerpt. */
export function RestForPremium() {
  const className = "inline-flex min-h-11 items-center gap-2 px-3 font-bold text-gold";
  const text = (
    <>
      <Icon name="crown" />
      続きはプレミアム会員の方が読めます
    </>
  );
  if (!useIsPremiumSold()) return <span className={className}>{text}</span>;
  return (
    <Link to="/premium" reloadDocument className={`${className} underline`}>
      {text}
    </Link>
  );
}
