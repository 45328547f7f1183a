import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { premiumTerms } from "../premium.ts";

/** Free listeners see the card after every so many tracks of a list. */
const promoInterval = 5;

/** Whether the card follows the track at `position`, counted from 0. */
export const isPromoAfter = (position: number): boolean => (position + 1) % promoInterval === 0;

/** An advertisement for premium, as a list row. */
export function PromoCard() {
  return (
    <li className="px-2 py-3">
      <Link
        to="/premium"
        className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-gold-tint px-4 py-3 text-sm transition-[transform] hover:underline active:scale-[0.99]"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-full border border-gold/40 text-[20px] text-gold">
          <Icon name="crown" />
        </span>
        <span className="min-w-[min(9em,100%)] flex-1">
          <span className="block font-bold text-gold">Mugen プレミアム</span>
          <span className="block text-ink">
            {`このご案内なしで、2.0倍速でも。月${premiumTerms.price}円（税込）`}
          </span>
        </span>
      </Link>
    </li>
  );
}
