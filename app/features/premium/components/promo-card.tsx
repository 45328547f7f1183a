import { Cached } from "#app/ui/cached.tsx";
import { iconOnlyClass } from "#app/ui/icon.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { premiumTerms } from "../premium.ts";

/** Index in 新着 of the track after which free listeners see the card. */
export const promoPosition = 4;

export function PromoCard() {
  return <Cached as="li" className="px-2 py-3" of={Advertisement} props={{}} />;
}

function Advertisement() {
  return (
    <PlainLink to="/premium" className="promo-card">
      <span className={iconOnlyClass("crown")} />
      <span>
        <b>Mugen プレミアム</b>
        {`広告なし、2.0倍速で聴けます。月${premiumTerms.price}円（税込）`}
      </span>
    </PlainLink>
  );
}
